package dev.sluice.jms.reply;

import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionConsumer;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.function.Supplier;

/**
 * Answers come to one consumer, which selects those to an id that the worker gives its messages
 * itself. After an iteration that came to nothing it takes another id and another consumer, so that
 * an answer that comes late is never taken for the answer to a later message. A late answer that
 * has already come by then is thrown away; a later one stays where it is.
 */
public final class IdentifiedReplies implements Replies {

  /** Puts an id into a message. */
  @FunctionalInterface
  public interface Identification {
    void apply(Message message, String id) throws JMSException;
  }

  private final ReplyReceiver receiver;
  private final JmsSession session;
  private final Destination from;
  private final String header;
  private final Supplier<String> ids;
  private final Identification identification;
  private String id;
  private SessionConsumer consumer;
  private boolean unsettled; // whether an answer to the id may still come

  /**
   * @param header of the answer, that has the id of the message
   * @param ids makes another one each time
   */
  public IdentifiedReplies(
      ReplyReceiver receiver,
      JmsSession session,
      Destination from,
      String header,
      Supplier<String> ids,
      Identification identification)
      throws JMSException {
    this.receiver = receiver;
    this.session = session;
    this.from = from;
    this.header = header;
    this.ids = ids;
    this.identification = identification;
    select(ids.get());
  }

  @Override
  public void announce(Message request) throws JMSException {
    if (unsettled) {
      receiver.discard(consumer);
      consumer.close();
      select(ids.get());
      unsettled = false;
    }
    identification.apply(request, id);
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
