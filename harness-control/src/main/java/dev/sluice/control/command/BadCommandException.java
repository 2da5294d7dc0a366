package dev.sluice.control.command;

/** A line that is no command; the message says what is wrong and what would be right. */
public final class BadCommandException extends Exception {

  private final ErrorCode code;

  BadCommandException(ErrorCode code, String message) {
    super(message);
    this.code = code;
  }

  ErrorCode code() {
    return code;
  }

  static BadCommandException argument(String message) {
    return new BadCommandException(ErrorCode.BAD_ARGUMENT, message);
  }
}
