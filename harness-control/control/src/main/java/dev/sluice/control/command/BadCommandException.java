package dev.sluice.control.command;

import java.util.Locale;

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

  /** Why a line was not carried out, for scripts to tell apart. */
  public enum ErrorCode {
    UNKNOWN_COMMAND,
    BAD_ARGUMENT,
    /** Understood, but the run cannot do it now; the message says why. */
    REFUSED,
    TOO_LONG,
    AUTH,
    BUSY,
    INTERNAL;

    /** The last line of a reply. */
    public String line(String message) {
      return "ERR " + code() + " " + message;
    }

    String code() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
