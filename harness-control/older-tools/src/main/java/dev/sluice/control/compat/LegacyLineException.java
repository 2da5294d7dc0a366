package dev.sluice.control.compat;

/** An old command line that cannot be read or cannot be honoured; the message is one line. */
public final class LegacyLineException extends RuntimeException {

  private static final long serialVersionUID = 1;

  LegacyLineException(String message) {
    super(message);
  }

  LegacyLineException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The value of an option is not one that is right. */
  static LegacyLineException wrong(String option, String value, String right) {
    return new LegacyLineException("Invalid parameter: -" + option + " '" + value + "': " + right);
  }
}
