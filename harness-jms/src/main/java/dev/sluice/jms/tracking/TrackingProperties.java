package dev.sluice.jms.tracking;

import jakarta.jms.JMSException;
import jakarta.jms.Message;

/**
 * Stamps what one worker sends, before it is sent, so that the other end can tell what happened to
 * it. For the worker's thread alone; goes on with the worker over all of its connections.
 */
public interface TrackingProperties extends BatchWatch {

  /** Stamps nothing. */
  TrackingProperties NONE = message -> {};

  /**
   * Stamps a message that is ready to be sent, as its last properties. One that is sent again, the
   * very object and unchanged, is stamped again for little: its body is not read a second time.
   *
   * @throws JMSException if the provider does not take the properties
   */
  void stamp(Message message) throws JMSException;

  /** The message that was stamped last was put, and may have its id now. */
  default void put(Message message) {}

  /** The next message may be an object that was stamped before, with another body or cleared. */
  default void changed() {}
}
