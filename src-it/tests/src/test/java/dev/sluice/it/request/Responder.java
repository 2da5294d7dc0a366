package dev.sluice.it.request;

import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;

/** One iteration is a request answered with its own text and correlation id, where it asks to. */
final class Responder extends JmsWorker {

  private static final long REQUEST_MILLIS = 1_000;

  private final QueuePair queues;
  private Session session;
  private MessageConsumer requests;
  private MessageProducer producer;

  Responder(JmsProvider provider, QueuePair queues) {
    super(provider);
    this.queues = queues;
  }

  @Override
  void open(JmsProvider jms, Session opened) throws JMSException {
    session = opened;
    requests = session.createConsumer(jms.destination(session::createQueue, queues.request()));
    producer = session.createProducer(null);
    producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
  }

  @Override
  public Outcome iterate() throws JMSException {
    Message request = requests.receive(REQUEST_MILLIS);
    if (request == null) {
      return Outcome.NOTHING;
    }
    TextMessage reply = session.createTextMessage(request.getBody(String.class));
    reply.setJMSCorrelationID(request.getJMSCorrelationID());
    producer.send(request.getJMSReplyTo(), reply);
    return Outcome.DONE;
  }
}
