package dev.sluice.jms.worker;

import jakarta.jms.JMSException;

/** An iteration failed, and the session is as good as before. Its message is the cause. */
final class IterationFailure extends JMSException {

  private static final long serialVersionUID = 1L;

  private final boolean outcomeUnknown;

  IterationFailure(String cause) {
    this(cause, false);
  }

  /**
   * @param outcomeUnknown whether the work may have been done all the same
   */
  IterationFailure(String cause, boolean outcomeUnknown) {
    super(cause);
    this.outcomeUnknown = outcomeUnknown;
  }

  boolean outcomeUnknown() {
    return outcomeUnknown;
  }
}
