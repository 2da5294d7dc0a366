package dev.sluice.jms.reply;

import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TemporaryQueue;

/**
 * Each answer comes to a queue that is made for it. The queue is deleted before the next one is
 * made, when the answer of it is settled; the last one goes with the connection.
 */
public final class TemporaryReplies implements Replies {

  private final ReplyReceiver receiver;
  private final JmsSession session;
  private TemporaryQueue queue; // of the message put last; null before the first

  public TemporaryReplies(ReplyReceiver receiver, JmsSession session) {
    this.receiver = receiver;
    this.session = session;
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
      return receiver.receive(consumer);
    }
  }
}
