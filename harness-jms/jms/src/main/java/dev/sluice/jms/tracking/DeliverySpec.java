package dev.sluice.jms.tracking;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The checks of deliveries that were asked for.
 *
 * @param verify whether loss, duplicates, order and contents are checked
 * @param endToEnd whether the time from sending to receiving is measured
 * @param messageLog a file for the fate of each message that is checked
 * @param history the workload's name in a history of the messages that are checked
 */
public record DeliverySpec(
    boolean verify, EndToEnd endToEnd, Optional<Path> messageLog, Optional<String> history) {

  /** Whether the time from sending to receiving is measured, which takes one clock at both ends. */
  public enum EndToEnd {
    /** It is not. */
    OFF,
    /** Of messages that were sent on this host; others are counted and ignored. */
    SAME_HOST,
    /**
     * Of all messages, whichever clock stamped them; what comes out negative is counted as skewed.
     */
    ACROSS_HOSTS
  }

  /** Nothing: messages are not stamped. */
  public static final DeliverySpec OFF = new DeliverySpec(false, EndToEnd.OFF);

  /** Without a history. */
  public DeliverySpec(boolean verify, EndToEnd endToEnd, Optional<Path> messageLog) {
    this(verify, endToEnd, messageLog, Optional.empty());
  }

  /** Without files. */
  public DeliverySpec(boolean verify, EndToEnd endToEnd) {
    this(verify, endToEnd, Optional.empty());
  }

  /** Whether nothing was asked for. */
  boolean off() {
    return !verify && endToEnd == EndToEnd.OFF && messageLog.isEmpty();
  }
}
