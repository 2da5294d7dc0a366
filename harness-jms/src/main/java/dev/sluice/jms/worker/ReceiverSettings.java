package dev.sluice.jms.worker;

import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.provider.JmsProvider;
import java.time.Duration;

/**
 * What receivers do.
 *
 * @param provider connects them; whoever made it closes it after them
 * @param destinations where they receive from
 * @param receiveTimeout how long a receive waits for a message, at least 1 ms; zero for ever
 * @param transaction whether they commit
 */
public record ReceiverSettings(
    JmsProvider provider,
    DestinationPlan destinations,
    Duration receiveTimeout,
    Transaction transaction) {

  public ReceiverSettings {
    if (receiveTimeout.isNegative()
        || (!receiveTimeout.isZero() && receiveTimeout.toMillis() < 1)) {
      throw new IllegalArgumentException(
          "a receive can wait 1 ms or more, or 0 for ever, not " + receiveTimeout);
    }
  }
}
