package dev.sluice.control.format;

import java.io.IOException;

/** A run folder that cannot be used. The message says in one line which, why and what would do. */
public final class RunFolderException extends IOException {

  private static final long serialVersionUID = 1L;

  public RunFolderException(String message) {
    super(message);
  }

  public RunFolderException(String message, Throwable cause) {
    super(message, cause);
  }
}
