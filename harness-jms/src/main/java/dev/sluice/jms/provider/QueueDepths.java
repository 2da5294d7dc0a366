package dev.sluice.jms.provider;

import jakarta.jms.JMSException;

/**
 * Asks a broker how many messages wait in its queues, by a connection of its own that is opened
 * when it is first asked and again after it broke. For one thread.
 */
public interface QueueDepths extends AutoCloseable {

  /**
   * Messages in a queue now.
   *
   * @throws JMSException if the broker cannot be asked, or has no such queue
   */
  long depth(String queue) throws JMSException;

  @Override
  void close();
}
