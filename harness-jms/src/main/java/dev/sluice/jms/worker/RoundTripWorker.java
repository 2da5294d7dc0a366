package dev.sluice.jms.worker;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.worker.Worker.WorkSource;
import dev.sluice.jms.connection.WorkerSessions;
import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.message.CorrelationIds;
import dev.sluice.jms.message.MessageSource;
import dev.sluice.jms.reply.IdentifiedReplies;
import dev.sluice.jms.reply.Replies;
import dev.sluice.jms.reply.ReplyMatch;
import dev.sluice.jms.reply.ReplyReceiver;
import dev.sluice.jms.reply.SelectedReplies;
import dev.sluice.jms.reply.StandingReplies;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionConsumer;
import dev.sluice.jms.session.SessionMode;
import dev.sluice.jms.tracking.TrackingProperties;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.util.Optional;

/**
 * Puts a message and waits for its answer; one iteration is both. The put is committed before the
 * wait. An answer that does not come in time fails the iteration, not the worker.
 */
abstract class RoundTripWorker extends JmsWorker {

  private final RoundTrip trip;
  private final MessageSource messages;
  private final CorrelationIds ids;
  private final CorrelationIds messageIds;
  private final ReplyReceiver receiver;
  private final boolean commitsPut;
  private long idsOfMessages;
  private Destination target;
  private MessageSender sender;
  private Replies replies;

  RoundTripWorker(RoundTrip trip, WorkerSessions sessions, int index) {
    super(
        trip.session(),
        sessions,
        index,
        trip.outgoing().stamping().ofWorker(index),
        trip.checking().ofWorker(index));
    this.trip = trip;
    this.messages = trip.outgoing().message().forWorker(index);
    this.ids = trip.ids().forWorker(index);
    this.messageIds = new CorrelationForm(true, trip.ids().prefix()).forWorker(index);
    long timeoutMillis = trip.timeout().toMillis();
    this.receiver =
        new ReplyReceiver() {
          @Override
          public Message receive(SessionConsumer consumer) throws JMSException {
            return RoundTripWorker.this.receive(consumer, timeoutMillis);
          }

          @Override
          public void discard(SessionConsumer consumer) throws JMSException {
            for (Message late = consumer.receiveNoWait();
                late != null;
                late = consumer.receiveNoWait()) {
              accept(late);
            }
          }
        };
    this.commitsPut = trip.session().transacted() && trip.commitOn().put();
  }

  /** Where the message goes. */
  abstract Destination target(JmsSession session) throws JMSException;

  /** Where its answer comes from. */
  abstract Replies replies(JmsSession session) throws JMSException;

  /** A put, a commit or a get was done. */
  void operationDone() {}

  @Override
  void prepare(JmsSession session) throws JMSException {
    boolean halves = trip.session().transacted() && trip.commitOn() != CommitOn.BOTH;
    JmsSession other = halves ? workerSession().newSession(SessionMode.AUTO) : session;
    JmsSession putting = trip.commitOn().put() ? session : other;
    target = target(putting);
    replies = replies(trip.commitOn().get() ? session : other);
    sender = sender(putting, !commitsPut, target, trip.outgoing(), messages, true);
  }

  @Override
  Outcome work() throws JMSException {
    Message request = sender.next();
    replies.announce(request);
    long startNanos = context().clock().nanos();
    sender.put(request);
    operationDone();
    if (commitsPut) {
      batch().settle();
      operationDone();
    }
    long getNanos = context().clock().nanos();
    if (replies.await(request) == null) {
      return nothing();
    }
    long endNanos = context().clock().nanos();
    context().log().part(LatencyKind.GET, endNanos - getNanos);
    context().log().part(LatencyKind.ROUND_TRIP, endNanos - startNanos);
    if (trip.commitOn().get()) {
      batch().add();
    }
    replies.settled();
    operationDone();
    return Outcome.DONE;
  }

  @Override
  boolean getsSettle() {
    return super.getsSettle() || !trip.commitOn().get();
  }

  /** Its two halves may have fared differently, so nobody can tell. */
  @Override
  Outcome interrupted(Exception failure) {
    batch().rollBack(failure);
    return Outcome.IN_DOUBT;
  }

  /** Answers from a queue that others get theirs from too. */
  final Replies repliesFrom(JmsSession session, Destination queue, ReplyMatch match)
      throws JMSException {
    return switch (match) {
      case NONE -> standing(session, queue, trip.selector(), message -> {});
      case WORKER -> {
        String id = ids.ofWorker();
        yield standing(
            session,
            queue,
            CorrelationIds.selector(id),
            message -> message.setJMSCorrelationID(id));
      }
      case MESSAGE ->
          new SelectedReplies(
              receiver,
              session,
              queue,
              message -> message.setJMSCorrelationID(ids.ofMessage(++idsOfMessages)),
              message -> CorrelationIds.selector(message.getJMSCorrelationID()));
      case REQUEST_ID -> byRequestId(session, queue, "JMSCorrelationID");
    };
  }

  /** Answers that have the worker's correlation id, or another one after a request without one. */
  final Replies correlated(JmsSession session, Destination queue) throws JMSException {
    return new IdentifiedReplies(
        receiver,
        session,
        queue,
        "JMSCorrelationID",
        () -> idsOfMessages++ == 0 ? ids.ofWorker() : ids.ofMessage(idsOfMessages - 1),
        Message::setJMSCorrelationID);
  }

  /** Answers that are the very messages, known by their id. */
  final Replies ownMessages(JmsSession session, Destination queue) throws JMSException {
    return byRequestId(session, queue, "JMSMessageID");
  }

  /** Answers that have a property of the worker. */
  final Replies byProperty(JmsSession session, Destination queue, String property)
      throws JMSException {
    String value = ids.ofWorker();
    return standing(
        session,
        queue,
        property + "='" + value + "'",
        message -> message.setStringProperty(property, value));
  }

  /** Answers that one consumer selects. */
  final Replies standing(
      JmsSession session, Destination queue, String selector, StandingReplies.Mark mark)
      throws JMSException {
    String name = queue instanceof Queue named ? named.getQueueName() : queue.toString();
    return new StandingReplies(
        receiver, session.consumer(queue, selector), new WorkSource(name, selector), mark);
  }

  /** Where answers come from, if it is one place for all of them. */
  final Optional<WorkSource> answersFrom() {
    return replies.source();
  }

  /** Waits for answers. */
  final ReplyReceiver receiver() {
    return receiver;
  }

  /**
   * By an id that the worker gives its messages, which takes one consumer, or by those that they
   * are given.
   */
  private Replies byRequestId(JmsSession session, Destination queue, String header)
      throws JMSException {
    // a checked put outside of a transaction is in doubt by the id that it was not given
    boolean idsAreProof = stamps() != TrackingProperties.NONE && !commitsPut;
    if (!idsAreProof && settings().provider().keepMessageIds(target)) {
      return new IdentifiedReplies(
          receiver,
          session,
          queue,
          header,
          () -> messageIds.ofMessage(++idsOfMessages),
          settings().provider()::identify);
    }
    return new SelectedReplies(
        receiver,
        session,
        queue,
        message -> {},
        message -> header + "='" + message.getJMSMessageID() + "'");
  }

  private Outcome nothing() throws IterationFailure {
    if (trip.timeoutFails() && !unblocked()) {
      throw new IterationFailure("no answer within " + trip.timeout().toMillis() + " ms");
    }
    return Outcome.NOTHING;
  }
}
