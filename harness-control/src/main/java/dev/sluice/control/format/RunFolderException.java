package dev.sluice.control.format;

/** A run folder that cannot be used. The message says in one line which, why and what would do. */
public final class RunFolderException extends Exception {

  public RunFolderException(String message) {
    super(message);
  }

  public RunFolderException(String message, Throwable cause) {
    super(message, cause);
  }
}
