package dev.sluice.jms.tracking;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryCounts.DeliveryCheck;
import dev.sluice.core.stats.WorkLog;
import jakarta.jms.Message;
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

  /**
   * Checks what one worker receives. What arrived in a transaction counts once that is committed.
   * For the worker's thread alone; goes on with the worker over all of its connections.
   */
  interface ArrivalCheck extends BatchWatch {

    /** Checks nothing. */
    ArrivalCheck NONE = (message, log) -> {};

    /**
     * A message was received and not touched yet; its body can be read from the beginning
     * afterwards. Does not fail: what cannot be read counts as corrupt.
     *
     * @param log learns how long it was under way
     */
    void arrived(Message message, WorkLog log);
  }
}
