package dev.sluice.jms.session;

import jakarta.jms.DeliveryMode;
import jakarta.jms.Message;
import java.time.Duration;

/**
 * Delivery options of a producer.
 *
 * @param persistent whether the broker must keep messages safe
 * @param priority 0 to 9
 * @param timeToLive after which the broker may throw a message away; zero for never
 * @param deliveryDelay before which nobody receives a message; zero for none
 */
public record PutOptions(
    boolean persistent, int priority, Duration timeToLive, Duration deliveryDelay) {

  private static final int HIGHEST_PRIORITY = 9;

  /** Not persistent, and everything else as the API has it. */
  public static final PutOptions NON_PERSISTENT = of(false);

  public PutOptions {
    if (priority < 0 || priority > HIGHEST_PRIORITY) {
      throw new IllegalArgumentException(
          "a priority is 0 to " + HIGHEST_PRIORITY + ", not " + priority);
    }
    if (timeToLive.isNegative() || deliveryDelay.isNegative()) {
      throw new IllegalArgumentException("neither time to live nor delay can be negative");
    }
  }

  /** Persistent or not, and everything else as the API has it. */
  public static PutOptions of(boolean persistent) {
    return new PutOptions(persistent, Message.DEFAULT_PRIORITY, Duration.ZERO, Duration.ZERO);
  }

  /**
   * One of the settings of a producer.
   *
   * @param <X> what it throws, which is unchecked in the simplified API
   */
  @FunctionalInterface
  interface Setting<T, X extends Exception> {
    void set(T value) throws X;
  }

  /**
   * Sets the mode, and of the rest only what differs from the API's defaults, because some brokers
   * reject the delay.
   */
  <X extends Exception> void apply(
      Setting<Integer, X> deliveryMode,
      Setting<Integer, X> producerPriority,
      Setting<Long, X> timeToLiveMillis,
      Setting<Long, X> deliveryDelayMillis)
      throws X {
    deliveryMode.set(persistent ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
    if (priority != Message.DEFAULT_PRIORITY) {
      producerPriority.set(priority);
    }
    if (!timeToLive.isZero()) {
      timeToLiveMillis.set(timeToLive.toMillis());
    }
    if (!deliveryDelay.isZero()) {
      deliveryDelayMillis.set(deliveryDelay.toMillis());
    }
  }
}
