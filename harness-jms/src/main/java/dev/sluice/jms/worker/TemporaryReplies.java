package dev.sluice.jms.worker;

import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TemporaryQueue;

/**
 * Each answer comes to a queue that is made for it. The queue is deleted before the next one is
 * made, when the answer of it is settled; the last one goes with the connection.
 */
final class TemporaryReplies implements Replies {

  private final JmsWorker worker;
  private final JmsSession session;
  private final long timeoutMillis;
  private TemporaryQueue queue; // of the message put last; null before the first

  TemporaryReplies(JmsWorker worker, JmsSession session, long timeoutMillis) {
    this.worker = worker;
    this.session = session;
    this.timeoutMillis = timeoutMillis;
  }

  @Override
  public void announce(Message request) throws JMSException {
    if (queue != null) {
      TemporaryQueue done = queue;
      queue = null;
      done.delete();
    }
    queue = session.temporaryQueue();
    request.setJMSReplyTo(queue);
  }

  @Override
  public Message await(Message request) throws JMSException {
    try (SessionConsumer consumer = session.consumer(queue, "")) {
      return worker.receive(consumer, timeoutMillis);
    }
  }
}
