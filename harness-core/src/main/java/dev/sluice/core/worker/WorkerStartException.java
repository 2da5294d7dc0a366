package dev.sluice.core.worker;

/** Workers did not come up; the cause is what the first of them failed with, if one did. */
public final class WorkerStartException extends Exception {

  public WorkerStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
