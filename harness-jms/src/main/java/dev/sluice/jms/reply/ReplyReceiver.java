package dev.sluice.jms.reply;

import dev.sluice.jms.session.SessionConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** How a worker takes answers. */
public interface ReplyReceiver {

  /**
   * Waits for one, as long as the worker waits for an answer.
   *
   * @return null if none came in time, or the worker is to end
   */
  Message receive(SessionConsumer consumer) throws JMSException;

  /** Takes those that have come too late; they have arrived all the same. */
  void discard(SessionConsumer consumer) throws JMSException;
}
