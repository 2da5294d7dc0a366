package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.queue.Reason;

/**
 * How a call ended.
 *
 * @param completionCode 0 = good, 1 = warning, 2 = failed
 */
record Outcome(int completionCode, Reason reason) {

  static final Outcome GOOD = new Outcome(0, Reason.NONE);

  static Outcome warning(Reason reason) {
    return new Outcome(1, reason);
  }

  static Outcome failed(Reason reason) {
    return new Outcome(2, reason);
  }
}
