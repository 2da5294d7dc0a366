package dev.sluice.jms.tracking;

import dev.sluice.core.pacing.IterationTimes;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/**
 * Stamps what one worker sends, before it is sent, so that the other end can tell what happened to
 * it. For the worker's thread alone; goes on with the worker over all of its connections.
 */
public interface TrackingProperties extends BatchWatch {

  /** Stamps nothing. */
  TrackingProperties NONE = message -> {};

  /** Where the times of iterations come from; called once, before everything else. */
  default void attach(IterationTimes times) {}

  /**
   * Stamps a message that is ready to be sent, as its last properties. One that is sent again, the
   * very object and unchanged, is stamped again for little: its body is not read a second time.
   *
   * @throws JMSException if the provider does not take the properties
   */
  void stamp(Message message) throws JMSException;

  /** The message that was stamped last was put, and may have its id now. */
  default void put(Message message) {}

  /**
   * An iteration is over.
   *
   * @param done whether nothing of it is still to come
   */
  default void iterated(boolean done) {}

  /** The next message may be an object that was stamped before, with another body or cleared. */
  default void changed() {}
}
