package dev.sluice.jms.tracking;

import dev.sluice.core.stats.WorkLog;
import jakarta.jms.Message;

/**
 * Checks what one worker receives. What arrived in a transaction counts once that is committed. For
 * the worker's thread alone; goes on with the worker over all of its connections.
 */
public interface ArrivalCheck extends BatchWatch {

  /** Checks nothing. */
  ArrivalCheck NONE =
      new ArrivalCheck() {
        @Override
        public void arrived(Message message, WorkLog log) {}
      };

  /**
   * A message was received and not touched yet; its body can be read from the beginning afterwards.
   * Does not fail: what cannot be read counts as corrupt.
   *
   * @param log learns how long it was under way
   */
  void arrived(Message message, WorkLog log);
}
