package dev.sluice.mqsim.conversation;

/**
 * Which of a conversation's streams has sent a message under syncpoint that the client may still be
 * at work on. It is one at most: a second consumer's message would be in the same unit of work, and
 * settled with the first although nobody has seen it.
 */
final class SyncpointTurn {

  private StreamingConsumer holder;

  boolean isFreeFor(StreamingConsumer asking) {
    return holder == null || holder == asking;
  }

  void take(StreamingConsumer taker) {
    holder = taker;
  }

  /** Returns whether it was the turn of that one, which others may wait for now. */
  boolean end(StreamingConsumer ending) {
    boolean held = holder == ending;
    if (held) {
      holder = null;
    }
    return held;
  }
}
