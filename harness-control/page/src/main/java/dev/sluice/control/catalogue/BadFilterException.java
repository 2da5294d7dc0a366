package dev.sluice.control.catalogue;

/** Somebody asked the catalogue something that it does not understand; the message is for them. */
public final class BadFilterException extends Exception {

  private static final long serialVersionUID = 1L;

  BadFilterException(String message) {
    super(message);
  }

  BadFilterException(String message, Throwable cause) {
    super(message, cause);
  }
}
