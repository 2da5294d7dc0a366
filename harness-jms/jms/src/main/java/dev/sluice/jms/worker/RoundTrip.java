package dev.sluice.jms.worker;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.message.CorrelationIds;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.session.SessionSettings.SessionMode;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.TrackingProperties;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * The settings of workers that put a message and wait for an answer.
 *
 * @param session how they connect; in transactions each half is one of its own, so of one iteration
 * @param outgoing what they put
 * @param timeout how long they wait for an answer, at least 1 ms; zero for ever
 * @param timeoutFails whether an answer that does not come is an error, or just nothing
 * @param commitOn which half is in a transaction, if the session is transacted
 * @param ids what they know answers by; others than those of other processes
 * @param selector what answers fit that are known by nothing else; empty for any answer
 * @param checking the check of what arrives
 */
public record RoundTrip(
    SessionSettings session,
    OutgoingMessage outgoing,
    Duration timeout,
    boolean timeoutFails,
    CommitOn commitOn,
    CorrelationForm ids,
    String selector,
    ArrivalChecking checking) {

  /** By what a message is known to be the answer to another. */
  public enum ReplyMatch {
    /** By nothing: any message will do. */
    NONE,
    /** By the correlation id of the worker, the same for all of its messages. */
    WORKER,
    /** By a correlation id that each message has for itself. */
    MESSAGE,
    /** By the message id, which the answer has as its correlation id. */
    REQUEST_ID
  }

  /** Which half of a round trip is in a transaction. */
  public enum CommitOn {
    BOTH,
    PUT,
    GET;

    boolean put() {
      return this != GET;
    }

    boolean get() {
      return this != PUT;
    }
  }

  public RoundTrip {
    JmsWorker.requireReceivable(timeout);
    if (session.transacted() && session.batch() != 1) {
      throw new IllegalArgumentException(
          "uncommitted messages get no reply, so a transaction has 1 iteration");
    }
  }

  /**
   * Puts a message and waits for its answer; one iteration is both. The put is committed before the
   * wait. An answer that does not come in time fails the iteration, not the worker.
   */
  abstract static class RoundTripWorker extends JmsWorker {

    private final RoundTrip trip;
    private final CorrelationIds ids;
    private final CorrelationIds messageIds;
    private final boolean commitsPut;
    private final MessageSender sender;
    private final long timeoutMillis;
    private long idsOfMessages;
    private Destination target;
    private Destination replyTo; // null if messages do not say
    private Replies replies;

    RoundTripWorker(RoundTrip trip, Seat seat) {
      super(seat, trip.outgoing().stamping(), trip.checking());
      this.trip = trip;
      this.ids = trip.ids().forWorker(index());
      this.messageIds = new CorrelationForm(true, trip.ids().prefix()).forWorker(index());
      this.commitsPut = settings().transacted() && trip.commitOn().put();
      this.sender = new MessageSender(this, trip.outgoing(), !commitsPut, true);
      this.timeoutMillis = trip.timeout().toMillis();
    }

    /** Where the message goes. */
    abstract Destination target(JmsSession session) throws JMSException;

    /** Where its answer comes from. */
    abstract Replies replies(JmsSession session) throws JMSException;

    /** A put, a commit or a get was done. */
    void operationDone() {}

    @Override
    void prepare(JmsSession session) throws JMSException {
      boolean halves = settings().transacted() && trip.commitOn() != CommitOn.BOTH;
      JmsSession other = halves ? workerSession().newSession(SessionMode.AUTO) : session;
      JmsSession putting = trip.commitOn().put() ? session : other;
      target = target(putting);
      replies = replies(trip.commitOn().get() ? session : other);
      sender.bind(putting, target);
    }

    @Override
    Outcome work() throws JMSException {
      Message request = sender.next();
      if (replyTo != null) {
        request.setJMSReplyTo(replyTo);
      }
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

    private Outcome nothing() throws IterationFailure {
      if (!trip.timeoutFails()) {
        return Outcome.NOTHING;
      }
      if (unblocked()) {
        return Outcome.IN_DOUBT; // the run ends, and the answer might have come
      }
      throw new IterationFailure("no answer within " + timeoutMillis + " ms");
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

    /** Waits for an answer, as long as the worker does; null if none came, or it is to end. */
    final Message receiveAnswer(MessageConsumer consumer) throws JMSException {
      return receiveOwed(consumer, timeoutMillis);
    }

    /** Takes answers that have come too late; they have arrived all the same. */
    final void discardAnswers(MessageConsumer consumer) throws JMSException {
      for (Message late = consumer.receiveNoWait(); late != null; late = consumer.receiveNoWait()) {
        accept(late);
      }
    }

    /** Where the answers come in now. */
    final Replies replies() {
      return replies;
    }

    /** Has each message say where its answer goes to. */
    final void tellReplyTo(Destination queue) {
      replyTo = queue;
    }

    /** Answers from a queue that others get theirs from too. */
    final Replies repliesFrom(JmsSession session, Destination queue, ReplyMatch match)
        throws JMSException {
      return switch (match) {
        case NONE -> standing(session, queue, id -> trip.selector(), (message, id) -> {}, "");
        case WORKER ->
            standing(
                session,
                queue,
                CorrelationIds::selector,
                Message::setJMSCorrelationID,
                ids.ofWorker());
        case MESSAGE ->
            new Replies.Selected(
                this,
                session,
                queue,
                () -> ids.ofMessage(++idsOfMessages),
                request -> CorrelationIds.selector(request.getJMSCorrelationID()));
        case REQUEST_ID -> byMessageId(session, queue, "JMSCorrelationID");
      };
    }

    /**
     * Answers that have the worker's correlation id, or another one after a request without one.
     */
    final Replies correlated(JmsSession session, Destination queue) throws JMSException {
      return new Replies.LastingConsumer(
          this,
          session,
          queue,
          CorrelationIds::selector,
          Message::setJMSCorrelationID,
          () -> idsOfMessages++ == 0 ? ids.ofWorker() : ids.ofMessage(idsOfMessages - 1),
          true);
    }

    /** Answers that have a property of the worker. */
    final Replies byProperty(JmsSession session, Destination queue, String property)
        throws JMSException {
      return standing(
          session,
          queue,
          id -> property + "='" + id + "'",
          (message, id) -> message.setStringProperty(property, id),
          ids.ofWorker());
    }

    private Replies standing(
        JmsSession session,
        Destination queue,
        UnaryOperator<String> selector,
        Replies.Mark mark,
        String id)
        throws JMSException {
      return new Replies.LastingConsumer(this, session, queue, selector, mark, () -> id, false);
    }

    /**
     * Answers by an id that the worker gives its messages, which takes one consumer, or by those
     * that they are given.
     *
     * @param header of the answer, that has the id of the message
     */
    final Replies byMessageId(JmsSession session, Destination queue, String header)
        throws JMSException {
      // a checked put outside of a transaction is in doubt by the id that it was not given
      boolean idsAreProof = stamps() != TrackingProperties.NONE && !commitsPut;
      if (!idsAreProof && provider().keepMessageIds(target)) {
        return new Replies.LastingConsumer(
            this,
            session,
            queue,
            id -> header + "='" + id + "'",
            provider()::identify,
            () -> messageIds.ofMessage(++idsOfMessages),
            true);
      }
      return new Replies.Selected(
          this, session, queue, null, request -> header + "='" + request.getJMSMessageID() + "'");
    }
  }
}
