package dev.sluice.control.compat;

/** An old command line that cannot be read or cannot be honoured; the message is one line. */
public final class LegacyLineException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public LegacyLineException(String message) {
    super(message);
  }

  public LegacyLineException(String message, Throwable cause) {
    super(message, cause);
  }
}
