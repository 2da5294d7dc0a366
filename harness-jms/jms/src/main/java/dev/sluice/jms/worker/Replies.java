package dev.sluice.jms.worker;

import dev.sluice.core.worker.Worker.WorkSource;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.worker.RoundTrip.RoundTripWorker;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.TemporaryQueue;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Where a worker's answers come in. For the worker's thread alone, made again with its session. */
interface Replies {

  /** Puts into a message what its answer will be known by, before it is put. */
  void announce(Message request) throws JMSException;

  /**
   * Waits for the answer to the message that was put last.
   *
   * @return null if it did not come in time, or the worker is to end
   */
  Message await(Message request) throws JMSException;

  /** The answer has come and is committed, if it was in a transaction. */
  default void settled() {}

  /** Where all of them come from; empty if each comes from a place of its own. */
  default Optional<WorkSource> source() {
    return Optional.empty();
  }

  /** Puts an id into a message. */
  @FunctionalInterface
  interface Mark {
    void put(Message message, String id) throws JMSException;
  }

  /** The selector of the answer to a message that was put. */
  @FunctionalInterface
  interface SelectorOf {
    String answerTo(Message request) throws JMSException;
  }

  /**
   * Answers come to one consumer, which selects those to an id that the worker gives its messages
   * itself. An answer that comes after the wait for it has ended is thrown away before the next
   * message is put, so that it is not taken for the answer to that.
   *
   * <p>A worker that renews its id takes another one then, and another consumer, also after an
   * answer that was not settled: so an answer that comes later still is never taken for the answer
   * to a later message, and stays where it is.
   */
  final class LastingConsumer implements Replies {

    private final RoundTripWorker worker;
    private final JmsSession session;
    private final Destination from;
    private final UnaryOperator<String> selector;
    private final Mark mark;
    private final Supplier<String> ids;
    private final boolean renews;
    private final String place;
    private String id;
    private MessageConsumer consumer;
    private boolean late; // whether an answer may still come for an earlier message

    /**
     * @param selector selects answers by an id
     * @param mark puts the id into messages
     * @param ids makes another one each time, if the worker renews its id
     */
    LastingConsumer(
        RoundTripWorker worker,
        JmsSession session,
        Destination from,
        UnaryOperator<String> selector,
        Mark mark,
        Supplier<String> ids,
        boolean renews)
        throws JMSException {
      this.worker = worker;
      this.session = session;
      this.from = from;
      this.selector = selector;
      this.mark = mark;
      this.ids = ids;
      this.renews = renews;
      this.place = from instanceof Queue queue ? queue.getQueueName() : from.toString();
      selectNext();
    }

    @Override
    public void announce(Message request) throws JMSException {
      if (late) {
        worker.discardAnswers(consumer);
        if (renews) {
          consumer.close();
          selectNext();
        }
        late = false;
      }
      mark.put(request, id);
    }

    @Override
    public Message await(Message request) throws JMSException {
      late = true;
      Message reply = worker.receiveAnswer(consumer);
      late = renews || reply == null;
      return reply;
    }

    @Override
    public void settled() {
      late = false;
    }

    @Override
    public Optional<WorkSource> source() {
      return renews ? Optional.empty() : Optional.of(new WorkSource(place, selector.apply(id)));
    }

    private void selectNext() throws JMSException {
      id = ids.get();
      consumer = session.consumer(from, selector.apply(id));
    }
  }

  /**
   * Each answer comes to a consumer of its own, which selects it by an id.
   *
   * @param ids the correlation ids that the messages are given; null if they have an id without
   */
  record Selected(
      RoundTripWorker worker,
      JmsSession session,
      Destination from,
      Supplier<String> ids,
      SelectorOf selector)
      implements Replies {

    @Override
    public void announce(Message request) throws JMSException {
      if (ids != null) {
        request.setJMSCorrelationID(ids.get());
      }
    }

    @Override
    public Message await(Message request) throws JMSException {
      try (MessageConsumer consumer = session.consumer(from, selector.answerTo(request))) {
        return worker.receiveAnswer(consumer);
      }
    }
  }

  /**
   * Each answer comes to a queue that is made for it. The queue is deleted before the next one is
   * made, when the answer of it is settled; the last one goes with the connection.
   */
  final class Temporary implements Replies {

    private final RoundTripWorker worker;
    private final JmsSession session;
    private TemporaryQueue queue; // of the message put last; null before the first

    Temporary(RoundTripWorker worker, JmsSession session) {
      this.worker = worker;
      this.session = session;
    }

    @Override
    public void announce(Message request) throws JMSException {
      if (queue != null) {
        TemporaryQueue done = queue;
        queue = null;
        done.delete();
      }
      queue = session.jms().createTemporaryQueue();
      request.setJMSReplyTo(queue);
    }

    @Override
    public Message await(Message request) throws JMSException {
      try (MessageConsumer consumer = session.consumer(queue, "")) {
        return worker.receiveAnswer(consumer);
      }
    }
  }
}
