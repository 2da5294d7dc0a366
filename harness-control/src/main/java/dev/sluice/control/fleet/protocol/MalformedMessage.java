package dev.sluice.control.fleet.protocol;

/** Bytes that no member of a fleet sends. */
public final class MalformedMessage extends RuntimeException {

  private static final long serialVersionUID = 1;

  MalformedMessage(String message) {
    super(message);
  }

  MalformedMessage(String message, Throwable cause) {
    super(message, cause);
  }
}
