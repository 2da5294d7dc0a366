package dev.sluice.mqsim.queue;

/** Somebody who waits at a queue for a message that is not there yet. */
public interface Waiter {

  /** Whether the message would do; any message, unless the waiter is particular. */
  default boolean wants(Message message) {
    return true;
  }

  /** Whether the message is gone once this waiter has got it; a browser leaves it. */
  default boolean consumes() {
    return true;
  }

  /** The waiter has been taken off the queue's list; it looks at the queue again. */
  void serve();

  /** The waiter has been taken off the queue's list because its wait has failed. */
  void fail(Reason reason);
}
