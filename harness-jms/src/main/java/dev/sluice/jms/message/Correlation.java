package dev.sluice.jms.message;

/**
 * Whether messages carry a correlation id, and which.
 *
 * @param scope how many messages share one
 * @param nativeBytes 24 bytes rather than a text, where the provider has such: IBM MQ finds them
 *     without looking into the message
 * @param prefix tells this process from others; the same prefix gives the same ids
 */
public record Correlation(Scope scope, boolean nativeBytes, String prefix) {

  /** Messages have no correlation id. */
  public static final Correlation NONE = new Correlation(Scope.NONE, false, "");

  /** Who has an id of its own. */
  public enum Scope {
    NONE,
    WORKER,
    MESSAGE
  }

  /** The ids of one worker. */
  public CorrelationIds forWorker(int workerIndex) {
    return new CorrelationIds(nativeBytes, prefix, workerIndex);
  }
}
