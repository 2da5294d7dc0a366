package dev.sluice.jms.provider;

import jakarta.jms.JMSException;
import java.util.Map;

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

  /**
   * The same by the place where they lie, as a queue may have a part at several: a name for each
   * place, empty if there is one only, with messages there, or a negative number if nobody answers.
   *
   * @throws JMSException as {@link #depth}
   */
  default Map<String, Long> depths(String queue) throws JMSException {
    return Map.of("", depth(queue));
  }

  @Override
  void close();
}
