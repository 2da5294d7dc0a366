package dev.sluice.jms.reply;

import dev.sluice.core.worker.Worker.WorkSource;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Optional;

/** Where a worker's answers come in. For the worker's thread alone, made again with its session. */
public interface Replies {

  /** Where all of them come from; empty if each comes from a place of its own. */
  default Optional<WorkSource> source() {
    return Optional.empty();
  }

  /** Puts into a message what its answer will be known by, before it is put. */
  void announce(Message request) throws JMSException;

  /**
   * Waits for the answer to the message that was put last.
   *
   * @return null if it did not come in time, or the worker is to end
   */
  Message await(Message request) throws JMSException;

  /** The answer has come and is committed, if it was in a transaction. */
  default void settled() {}
}
