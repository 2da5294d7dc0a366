package dev.sluice.mqsim.queue;

/** A call that fails with a reason the application is told. Has no stack trace: it is an answer. */
public final class CallFailedException extends RuntimeException {

  private final Reason reason;

  public CallFailedException(Reason reason) {
    super(reason.name(), null, false, false);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
