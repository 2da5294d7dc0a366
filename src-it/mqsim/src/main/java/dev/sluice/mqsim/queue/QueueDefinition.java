package dev.sluice.mqsim.queue;

/**
 * Attributes of a queue.
 *
 * @param maxDepth most messages it holds; at least 1
 * @param maxMessageBytes longest message it takes
 * @param backoutThreshold backouts after which the client moves a message away; 0 = never
 * @param backoutQueue where the client moves it; empty = nowhere
 */
public record QueueDefinition(
    int maxDepth, int maxMessageBytes, int backoutThreshold, String backoutQueue) {

  /** As deep as a real queue manager's largest, for its longest messages, no backout queue. */
  public static final QueueDefinition DEFAULT =
      new QueueDefinition(999_999_999, 100 * 1_024 * 1_024, 0, "");

  public QueueDefinition {
    if (maxDepth < 1 || maxMessageBytes < 0 || backoutThreshold < 0) {
      throw new IllegalArgumentException(
          "maximum depth must be at least 1, message length and backout threshold at least 0");
    }
  }

  /** The same with another maximum depth. */
  public QueueDefinition withMaxDepth(int messages) {
    return new QueueDefinition(messages, maxMessageBytes, backoutThreshold, backoutQueue);
  }

  /** The same with another longest message. */
  public QueueDefinition withMaxMessageBytes(int bytes) {
    return new QueueDefinition(maxDepth, bytes, backoutThreshold, backoutQueue);
  }

  /** The same with a backout threshold and queue. */
  public QueueDefinition withBackout(int threshold, String queue) {
    return new QueueDefinition(maxDepth, maxMessageBytes, threshold, queue);
  }
}
