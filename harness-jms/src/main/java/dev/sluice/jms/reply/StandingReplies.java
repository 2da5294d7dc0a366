package dev.sluice.jms.reply;

import dev.sluice.core.worker.Worker.WorkSource;
import dev.sluice.jms.session.SessionConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Optional;

/**
 * Answers come to one consumer, which selects those of the worker. An answer that comes after the
 * wait for it has ended is thrown away before the next message is put, so that it is not taken for
 * the answer to that.
 */
public final class StandingReplies implements Replies {

  /** Puts into a message what the consumer selects by. */
  @FunctionalInterface
  public interface Mark {
    void applyTo(Message message) throws JMSException;
  }

  private final ReplyReceiver receiver;
  private final SessionConsumer consumer;
  private final WorkSource source;
  private final Mark mark;
  private boolean late; // whether an answer may still come for an earlier message

  /**
   * @param source what the consumer takes answers from
   */
  public StandingReplies(
      ReplyReceiver receiver, SessionConsumer consumer, WorkSource source, Mark mark) {
    this.receiver = receiver;
    this.consumer = consumer;
    this.source = source;
    this.mark = mark;
  }

  @Override
  public Optional<WorkSource> source() {
    return Optional.of(source);
  }

  @Override
  public void announce(Message request) throws JMSException {
    if (late) {
      receiver.discard(consumer);
      late = false;
    }
    mark.applyTo(request);
  }

  @Override
  public Message await(Message request) throws JMSException {
    late = true;
    Message reply = receiver.receive(consumer);
    late = reply == null;
    return reply;
  }
}
