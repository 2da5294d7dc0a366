package dev.sluice.jms.tracking;

import dev.sluice.core.stats.DeliveryCheck;
import dev.sluice.core.stats.DeliveryCounts;
import java.util.Optional;

/** Checks what the workers of one workload receive. Any thread. */
public interface ArrivalChecking extends DeliveryCheck {

  /** Checks nothing. */
  ArrivalChecking OFF =
      new ArrivalChecking() {
        @Override
        public ArrivalCheck ofWorker(int worker) {
          return ArrivalCheck.NONE;
        }

        @Override
        public Optional<DeliveryCounts> counts() {
          return Optional.empty();
        }
      };

  /**
   * The check of one worker, for as long as it lives.
   *
   * @param worker its number, from 0
   */
  ArrivalCheck ofWorker(int worker);
}
