package dev.sluice.jms.reply;

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
public final class IdentifiedReplies implements Replies {

  private final ReplyReceiver receiver;
  private final JmsProvider provider;
  private final JmsSession session;
  private final Destination from;
  private final String header;
  private final Supplier<String> ids;
  private String id;
  private SessionConsumer consumer;
  private boolean unsettled; // whether an answer to the id may still come

  /**
   * @param header of the answer, that has the message id
   * @param ids makes another one each time
   */
  public IdentifiedReplies(
      ReplyReceiver receiver,
      JmsProvider provider,
      JmsSession session,
      Destination from,
      String header,
      Supplier<String> ids)
      throws JMSException {
    this.receiver = receiver;
    this.provider = provider;
    this.session = session;
    this.from = from;
    this.header = header;
    this.ids = ids;
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
    return receiver.receive(consumer);
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
