package dev.sluice.jms.tracking;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The checks of deliveries that were asked for.
 *
 * @param verify whether loss, duplicates, order and contents are checked
 * @param endToEnd whether the time from sending to receiving is measured
 * @param messageLog a file for the fate of each message that is checked
 */
public record DeliverySpec(boolean verify, EndToEnd endToEnd, Optional<Path> messageLog) {

  /** Nothing: messages are not stamped. */
  public static final DeliverySpec OFF = new DeliverySpec(false, EndToEnd.OFF);

  /** Without a file. */
  public DeliverySpec(boolean verify, EndToEnd endToEnd) {
    this(verify, endToEnd, Optional.empty());
  }
}
