package dev.sluice.jms.worker;

import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionProducer;
import dev.sluice.jms.worker.Passing.PassingWorker;
import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.util.Optional;

/**
 * Gets a request and replies to it, in one transaction if there are any; one iteration is both. A
 * request that cannot be answered, because it does not say where to or there is no such queue any
 * more, is an error and done with.
 */
public final class Responder extends PassingWorker {

  /**
   * The settings of responders.
   *
   * @param passing what is the same for all who pass messages on; a copy is the request itself
   * @param replies the queues that replies go to which do not go where the request says, if any
   * @param alwaysThere whether replies go there whatever the request says
   * @param match what the reply's correlation id is: the request's message id, nothing, or else the
   *     request's own
   */
  public record Settings(
      Passing passing, Optional<DestinationPlan> replies, boolean alwaysThere, ReplyMatch match) {

    public Settings {
      if (alwaysThere && replies.isEmpty()) {
        throw new IllegalArgumentException("a fixed reply queue needs a name");
      }
    }
  }

  private final Settings settings;
  private Destination to; // of the reply under way
  private Destination usualPlace; // null if there is none
  private OpenProducers producers;

  private Responder(Settings settings, Seat seat) {
    super(settings.passing(), seat);
    this.settings = settings;
  }

  /** Makes responders. */
  public static WorkerFactory factory(Settings settings) {
    return factory(settings.passing().session(), seat -> new Responder(settings, seat));
  }

  @Override
  void bind(JmsSession session) throws JMSException {
    usualPlace =
        settings.replies().isPresent()
            ? settings.replies().get().destination(session, index())
            : null;
    producers = new OpenProducers(session, settings.passing().outgoing().options());
    sender().bind(session, null);
  }

  @Override
  Message outgoing(Message request) throws JMSException {
    to = placeFor(request);
    String correlation =
        switch (settings.match()) {
          case NONE -> null;
          case REQUEST_ID -> request.getJMSMessageID();
          case WORKER, MESSAGE -> request.getJMSCorrelationID();
        };
    Message reply = super.outgoing(request);
    reply.setJMSCorrelationID(correlation);
    return reply;
  }

  private Destination placeFor(Message request) throws JMSException {
    Destination asked = settings.alwaysThere() ? null : request.getJMSReplyTo();
    if (asked == null && usualPlace == null) {
      throw unanswerable("a request without JMSReplyTo");
    }
    return asked == null ? usualPlace : asked;
  }

  @Override
  boolean put(Message reply) throws JMSException {
    try {
      String name = to instanceof Queue queue ? queue.getQueueName() : ((Topic) to).getTopicName();
      SessionProducer open = producers.named(name);
      return sender().put(reply, open == null ? producers.open(name, to) : open);
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
