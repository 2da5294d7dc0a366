package dev.sluice.control.endpoint.http;

/** A request that makes no sense; the message tells the client why. */
public final class BadRequestException extends Exception {

  private static final long serialVersionUID = 1L;

  public BadRequestException(String message) {
    super(message);
  }
}
