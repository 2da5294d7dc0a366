package dev.sluice.jms.reply;

import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionConsumer;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** Each answer comes to a consumer of its own, which selects it by an id. */
public final class SelectedReplies implements Replies {

  /** The id by which an answer is known, out of the message that was put. */
  @FunctionalInterface
  public interface SelectorOf {
    String answerTo(Message request) throws JMSException;
  }

  private final ReplyReceiver receiver;
  private final JmsSession session;
  private final Destination from;
  private final StandingReplies.Mark mark;
  private final SelectorOf selector;

  public SelectedReplies(
      ReplyReceiver receiver,
      JmsSession session,
      Destination from,
      StandingReplies.Mark mark,
      SelectorOf selector) {
    this.receiver = receiver;
    this.session = session;
    this.from = from;
    this.mark = mark;
    this.selector = selector;
  }

  @Override
  public void announce(Message request) throws JMSException {
    mark.applyTo(request);
  }

  @Override
  public Message await(Message request) throws JMSException {
    try (SessionConsumer consumer = session.consumer(from, selector.answerTo(request))) {
      return receiver.receive(consumer);
    }
  }
}
