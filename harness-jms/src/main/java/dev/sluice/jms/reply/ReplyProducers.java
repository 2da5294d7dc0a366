package dev.sluice.jms.reply;

import dev.sluice.jms.connection.WorkerSession;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionProducer;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A producer for each destination that replies go to, so that none is opened for every reply. The
 * one that was not used for longest is closed when there are too many, as of temporary queues.
 */
public final class ReplyProducers {

  private static final int MAX_OPEN = 64;

  private final JmsSession session;
  private final PutOptions options;
  private final Map<String, SessionProducer> byName =
      new LinkedHashMap<>(2 * MAX_OPEN, 0.75f, true);

  public ReplyProducers(JmsSession session, PutOptions options) {
    this.session = session;
    this.options = options;
  }

  public SessionProducer producerFor(Destination destination) throws JMSException {
    String name = nameOf(destination);
    SessionProducer producer = byName.get(name);
    if (producer == null) {
      closeOneOfTooMany();
      producer = session.producer(destination, options);
      byName.put(name, producer);
    }
    return producer;
  }

  private void closeOneOfTooMany() {
    if (byName.size() == MAX_OPEN) {
      var eldest = byName.entrySet().iterator();
      WorkerSession.closeQuietly(eldest.next().getValue());
      eldest.remove();
    }
  }

  private static String nameOf(Destination destination) throws JMSException {
    if (destination instanceof Queue queue) {
      return queue.getQueueName();
    }
    return ((Topic) destination).getTopicName();
  }
}
