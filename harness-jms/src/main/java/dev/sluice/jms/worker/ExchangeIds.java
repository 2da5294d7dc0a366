package dev.sluice.jms.worker;

import java.util.HexFormat;

/**
 * Correlation ids of one worker in the form that IBM MQ matches by itself: 24 bytes in hexadecimal
 * digits, of the workload's salt, the worker's number and the message's. For one thread.
 */
final class ExchangeIds {

  private static final HexFormat HEX = HexFormat.of();

  private final String front;
  private long messages;

  /**
   * @param workerIndex counts workers from 0
   */
  ExchangeIds(long salt, int workerIndex) {
    this.front = "ID:" + HEX.toHexDigits(salt) + HEX.toHexDigits((long) workerIndex + 1);
  }

  /** The same for all messages. */
  String ofWorker() {
    return front + HEX.toHexDigits(0L);
  }

  /** Another one each time. */
  String ofNextMessage() {
    messages++;
    return front + HEX.toHexDigits(messages);
  }
}
