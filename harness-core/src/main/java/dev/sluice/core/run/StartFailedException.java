package dev.sluice.core.run;

/** A run that could not start, because a worker did not come up; the cause is that worker's. */
public final class StartFailedException extends Exception {

  public StartFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
