package dev.sluice.it.request;

import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.concurrent.atomic.AtomicLong;

/** One iteration is a round trip: a request, and the reply to it and to no other. */
final class Requester extends JmsWorker {

  private static final long REPLY_MILLIS = 30_000;

  private final QueuePair queues;
  private final String correlationId;
  private final AtomicLong roundTrips = new AtomicLong();
  private Session session;
  private Queue replyQueue;
  private MessageProducer producer;
  private MessageConsumer replies;
  private long requests;

  Requester(JmsProvider provider, QueuePair queues, int index) {
    super(provider);
    this.queues = queues;
    this.correlationId = Correlation.idOf(index);
  }

  @Override
  void open(JmsProvider jms, Session opened) throws JMSException {
    session = opened;
    replyQueue = (Queue) jms.destination(session::createQueue, queues.reply());
    producer = session.createProducer(jms.destination(session::createQueue, queues.request()));
    producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
    replies = session.createConsumer(replyQueue, "JMSCorrelationID = '" + correlationId + "'");
  }

  @Override
  public Outcome iterate() throws JMSException {
    String text = correlationId + " request " + ++requests;
    TextMessage request = session.createTextMessage(text);
    request.setJMSCorrelationID(correlationId);
    request.setJMSReplyTo(replyQueue);
    producer.send(request);
    Message reply = replies.receive(REPLY_MILLIS);
    if (reply == null) {
      throw new JMSException("no reply");
    }
    if (!reply.getBody(String.class).equals(text)) {
      throw new JMSException("a reply to another request");
    }
    roundTrips.incrementAndGet();
    return Outcome.DONE;
  }

  /** Round trips so far. Any thread. */
  long roundTrips() {
    return roundTrips.get();
  }
}
