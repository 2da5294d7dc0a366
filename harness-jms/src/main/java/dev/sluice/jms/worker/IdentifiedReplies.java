package dev.sluice.jms.worker;

import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionConsumer;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.function.Supplier;

/**
 * Answers come to one consumer, which selects those to a message id that the worker gives its
 * messages itself. After an iteration that came to nothing it takes another id and another
 * consumer, so that an answer that comes late is never taken for the answer to a later message.
 */
final class IdentifiedReplies implements Replies {

  private final JmsWorker worker;
  private final JmsProvider provider;
  private final JmsSession session;
  private final Destination from;
  private final String header;
  private final Supplier<String> ids;
  private final long timeoutMillis;
  private String id;
  private SessionConsumer consumer;
  private boolean unsettled; // whether an answer to the id may still come

  /**
   * @param header of the answer, that has the message id
   * @param ids makes another one each time
   */
  IdentifiedReplies(
      JmsWorker worker,
      JmsSession session,
      Destination from,
      String header,
      Supplier<String> ids,
      long timeoutMillis)
      throws JMSException {
    this.worker = worker;
    this.provider = worker.settings().provider();
    this.session = session;
    this.from = from;
    this.header = header;
    this.ids = ids;
    this.timeoutMillis = timeoutMillis;
    select(ids.get());
  }

  @Override
  public void announce(Message request) throws JMSException {
    if (unsettled) {
      consumer.close();
      select(ids.get());
      unsettled = false;
    }
    provider.identify(request, id);
  }

  @Override
  public Message await(Message request) throws JMSException {
    unsettled = true;
    return worker.receive(consumer, timeoutMillis);
  }

  @Override
  public void settled() {
    unsettled = false;
  }

  private void select(String newId) throws JMSException {
    id = newId;
    consumer = session.consumer(from, header + "='" + newId + "'");
  }
}
