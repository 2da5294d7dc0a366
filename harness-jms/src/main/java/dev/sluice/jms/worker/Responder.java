package dev.sluice.jms.worker;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionProducer;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.Optional;

/**
 * Gets a request and replies to it, in one transaction if there are any; one iteration is both. A
 * request that cannot be answered, because it does not say where to or there is no such queue any
 * more, is an error and done with.
 */
public final class Responder extends JmsWorker {

  /**
   * The settings of responders.
   *
   * @param session how they connect
   * @param requests the queues that requests come from
   * @param replies the queues that replies go to which do not go where the request says, if any
   * @param alwaysThere whether replies go there whatever the request says
   * @param copyRequest whether the reply is the request itself
   * @param outgoing what the reply is otherwise, and how it is sent
   * @param match what the reply's correlation id is: the request's message id, nothing, or else the
   *     request's own
   * @param receiveTimeout how long a receive waits for a request, at least 1 ms; zero for ever
   * @param commitBetween whether to commit between get and put too
   * @param checking the check of what arrives
   */
  public record Settings(
      SessionSettings session,
      DestinationPlan requests,
      Optional<DestinationPlan> replies,
      boolean alwaysThere,
      boolean copyRequest,
      OutgoingMessage outgoing,
      ReplyMatch match,
      Duration receiveTimeout,
      boolean commitBetween,
      ArrivalChecking checking) {

    public Settings {
      JmsWorker.requireReceivable(receiveTimeout);
      if (alwaysThere && replies.isEmpty()) {
        throw new IllegalArgumentException("a fixed reply queue needs a name");
      }
    }
  }

  private final Settings settings;
  private final MessageSender sender;
  private final long receiveTimeoutMillis;
  private MessageConsumer requests;
  private Destination usualPlace; // null if there is none
  private OpenProducers producers;

  private Responder(Settings settings, Seat seat) {
    super(seat, settings.outgoing().stamping(), settings.checking());
    this.settings = settings;
    this.sender = new MessageSender(this, settings.outgoing(), !settings().transacted(), true);
    this.receiveTimeoutMillis = settings.receiveTimeout().toMillis();
  }

  /** Makes responders. */
  public static WorkerFactory factory(Settings settings) {
    return factory(settings.session(), seat -> new Responder(settings, seat));
  }

  @Override
  void prepare(JmsSession session) throws JMSException {
    usualPlace =
        settings.replies().isPresent()
            ? settings.replies().get().destination(session, index())
            : null;
    producers = new OpenProducers(session, settings.outgoing().options());
    sender.bind(session, null);
    requests = session.consumer(settings.requests().destination(session, index()), "");
  }

  @Override
  Outcome work() throws JMSException {
    long startNanos = context().clock().nanos();
    Message request = receive(requests, receiveTimeoutMillis);
    if (request == null) {
      return Outcome.NOTHING;
    }
    context().log().part(LatencyKind.GET, context().clock().nanos() - startNanos);
    Destination to = placeFor(request);
    Message reply = replyTo(request);
    if (settings.commitBetween()) {
      batch().settle();
    }
    if (!put(reply, to)) {
      return Outcome.IN_DOUBT;
    }
    batch().add();
    return Outcome.DONE;
  }

  private Destination placeFor(Message request) throws JMSException {
    Destination asked = settings.alwaysThere() ? null : request.getJMSReplyTo();
    if (asked == null && usualPlace == null) {
      throw unanswerable("a request without JMSReplyTo");
    }
    return asked == null ? usualPlace : asked;
  }

  private Message replyTo(Message request) throws JMSException {
    String correlation =
        switch (settings.match()) {
          case NONE -> null;
          case REQUEST_ID -> request.getJMSMessageID();
          case WORKER, MESSAGE -> request.getJMSCorrelationID();
        };
    Message reply = settings.copyRequest() ? request : sender.next();
    reply.setJMSCorrelationID(correlation);
    return reply;
  }

  private boolean put(Message reply, Destination to) throws JMSException {
    try {
      String name = to instanceof Queue queue ? queue.getQueueName() : ((Topic) to).getTopicName();
      SessionProducer open = producers.named(name);
      return sender.put(reply, open == null ? producers.open(name, to) : open);
    } catch (InvalidDestinationException e) {
      throw unanswerable("a request whose reply queue does not exist");
    }
  }

  /** The request is done with, lest it comes again and again. */
  private IterationFailure unanswerable(String what) throws JMSException {
    batch().settle();
    return new IterationFailure(what);
  }
}
