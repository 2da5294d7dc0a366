package dev.sluice.mqsim.conversation;

/**
 * Which of a conversation's streams has sent a message under syncpoint that the client may still be
 * at work on. It is one at most: a second consumer's message would be in the same unit of work, and
 * settled with the first although nobody has seen it. So the turn of a consumer that is closed
 * lasts until its unit of work ends.
 */
final class SyncpointTurn {

  private StreamingConsumer holder;

  boolean isFreeFor(StreamingConsumer asking) {
    return holder == null || holder == asking;
  }

  void take(StreamingConsumer taker) {
    holder = taker;
  }

  /** A consumer is done with its message; returns whether others may have waited for that. */
  boolean endOf(StreamingConsumer consumer) {
    boolean held = holder == consumer;
    if (held) {
      holder = null;
    }
    return held;
  }

  /** The unit of work has ended; returns whether others may have waited for that. */
  boolean endOfWork() {
    return holder != null && holder.isStopped() && endOf(holder);
  }
}
