package dev.sluice.jms.worker;

import jakarta.jms.JMSException;

/** An iteration failed, and the session is as good as before. Its message is the cause. */
final class IterationFailure extends JMSException {

  private static final long serialVersionUID = 1L;

  IterationFailure(String cause) {
    super(cause);
  }
}
