package dev.sluice.jms.message;

/**
 * The form of correlation ids.
 *
 * @param nativeBytes 24 bytes rather than a text, where the provider has such: IBM MQ finds them
 *     without looking into messages
 * @param prefix tells these ids from those of others; the same prefix gives the same ids
 */
public record CorrelationForm(boolean nativeBytes, String prefix) {

  /**
   * The ids of one worker.
   *
   * @param workerIndex counts workers from 0
   */
  public CorrelationIds forWorker(int workerIndex) {
    return new CorrelationIds(nativeBytes, prefix, workerIndex);
  }
}
