package dev.sluice.api;

/**
 * A run or a plan could not start, or what was waited for did not come. The message says why in one
 * line.
 */
public final class SluiceException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SluiceException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * For those who play plans.
   *
   * @param message why, in one line
   */
  public SluiceException(String message) {
    super(message);
  }
}
