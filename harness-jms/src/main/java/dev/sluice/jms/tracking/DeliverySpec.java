package dev.sluice.jms.tracking;

/**
 * What is asked about deliveries.
 *
 * @param verify whether loss, duplicates, order and contents are checked
 * @param endToEnd whether the time from sending to receiving is measured
 */
public record DeliverySpec(boolean verify, EndToEnd endToEnd) {

  /** Nothing: messages are not stamped. */
  public static final DeliverySpec OFF = new DeliverySpec(false, EndToEnd.OFF);
}
