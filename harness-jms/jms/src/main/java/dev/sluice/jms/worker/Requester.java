package dev.sluice.jms.worker;

import dev.sluice.core.worker.Worker.WorkSource;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import dev.sluice.jms.worker.RoundTrip.RoundTripWorker;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.TemporaryQueue;
import java.util.Optional;

/** Puts a request and waits for the reply; one iteration is a round trip. */
public final class Requester extends RoundTripWorker {

  /** Where a requester's replies come to. */
  public enum ReplyPlace {
    /** A queue that is there. */
    FIXED,
    /** A temporary queue that the worker makes with its session. */
    TEMPORARY_PER_WORKER,
    /** A temporary queue that is made for each request. */
    TEMPORARY_PER_MESSAGE
  }

  /**
   * The settings of requesters.
   *
   * @param trip what is the same for all who wait for an answer
   * @param requests the queues that requests go to
   * @param replies the queues that replies come from, if those are fixed; the worker's is the one
   *     with the number of its request queue
   * @param replyPlace where replies come to
   * @param match how a worker knows the reply to its request, on a fixed queue
   * @param aliases what requests call the fixed queues, if responders know those by other names
   */
  public record Settings(
      RoundTrip trip,
      DestinationPlan requests,
      DestinationPlan replies,
      ReplyPlace replyPlace,
      ReplyMatch match,
      Optional<DestinationPlan> aliases) {}

  private final Settings settings;

  private Requester(Settings settings, Seat seat) {
    super(settings.trip(), seat);
    this.settings = settings;
  }

  /** Makes requesters. */
  public static WorkerFactory factory(Settings settings) {
    return factory(settings.trip().session(), seat -> new Requester(settings, seat));
  }

  @Override
  public Optional<WorkSource> source() {
    return settings.replyPlace() == ReplyPlace.TEMPORARY_PER_WORKER
        ? Optional.of(WorkSource.TEMPORARY)
        : Optional.empty();
  }

  @Override
  Destination target(JmsSession session) throws JMSException {
    return settings.requests().destination(session, index());
  }

  @Override
  Replies replies(JmsSession session) throws JMSException {
    return switch (settings.replyPlace()) {
      case FIXED -> {
        DestinationPlan announced = settings.aliases().orElse(settings.replies());
        tellReplyTo(announced.destination(session, index()));
        yield matched(session, settings.replies().destination(session, index()));
      }
      case TEMPORARY_PER_WORKER -> {
        TemporaryQueue queue = session.jms().createTemporaryQueue();
        tellReplyTo(queue);
        yield matched(session, queue);
      }
      case TEMPORARY_PER_MESSAGE -> new Replies.Temporary(this, session);
    };
  }

  private Replies matched(JmsSession session, Destination queue) throws JMSException {
    return settings.match() == ReplyMatch.WORKER
        ? correlated(session, queue)
        : repliesFrom(session, queue, settings.match());
  }
}
