package dev.sluice.mqsim.queue;

/**
 * Attributes of a queue.
 *
 * @param maxDepth most messages it holds; at least 1
 * @param backoutThreshold backouts after which the client moves a message away; 0 = never
 * @param backoutQueue where the client moves it; empty = nowhere
 */
public record QueueDefinition(int maxDepth, int backoutThreshold, String backoutQueue) {

  /** As deep as a real queue manager's largest, no backout queue. */
  public static final QueueDefinition DEFAULT = new QueueDefinition(999_999_999, 0, "");

  public QueueDefinition {
    if (maxDepth < 1 || backoutThreshold < 0) {
      throw new IllegalArgumentException(
          "maximum depth must be at least 1 and backout threshold at least 0");
    }
  }

  /** The same with another maximum depth. */
  public QueueDefinition withMaxDepth(int messages) {
    return new QueueDefinition(messages, backoutThreshold, backoutQueue);
  }

  /** The same with a backout threshold and queue. */
  public QueueDefinition withBackout(int threshold, String queue) {
    return new QueueDefinition(maxDepth, threshold, queue);
  }
}
