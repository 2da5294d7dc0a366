package dev.sluice.api;

/**
 * Thrown when a run or a plan cannot start, ends by a failure, or does not reach what was waited
 * for. The message says why in one line.
 */
public final class SluiceException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SluiceException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * One that is thrown by who plays a plan. It has no cause, for a cause may tell a secret.
   *
   * @param message why, in one line
   */
  public SluiceException(String message) {
    super(message);
  }
}
