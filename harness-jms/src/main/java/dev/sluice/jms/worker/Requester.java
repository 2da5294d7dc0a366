package dev.sluice.jms.worker;

import dev.sluice.core.worker.Worker.WorkSource;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.connection.WorkerSessions;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.reply.Replies;
import dev.sluice.jms.reply.ReplyMatch;
import dev.sluice.jms.reply.ReplyPlace;
import dev.sluice.jms.reply.TemporaryReplies;
import dev.sluice.jms.session.JmsSession;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TemporaryQueue;
import java.util.Optional;

/** Puts a request and waits for the reply; one iteration is a round trip. */
public final class Requester extends RoundTripWorker {

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
      Optional<DestinationPlan> aliases) {

    /** Requests call reply queues by the names that they have here. */
    public Settings(
        RoundTrip trip,
        DestinationPlan requests,
        DestinationPlan replies,
        ReplyPlace replyPlace,
        ReplyMatch match) {
      this(trip, requests, replies, replyPlace, match, Optional.empty());
    }

    private DestinationPlan announced() {
      return aliases.orElse(replies);
    }
  }

  private final Settings settings;

  private Requester(Settings settings, WorkerSessions sessions, int index) {
    super(settings.trip(), sessions, index);
    this.settings = settings;
  }

  /** Makes requesters. */
  public static WorkerFactory factory(Settings settings) {
    WorkerSessions sessions = WorkerSessions.of(settings.trip().session());
    return index -> new Requester(settings, sessions, index);
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
        Destination queue = settings.replies().destination(session, index());
        yield telling(settings.announced().destination(session, index()), matched(session, queue));
      }
      case TEMPORARY_PER_WORKER -> {
        TemporaryQueue queue = session.temporaryQueue();
        yield telling(queue, matched(session, queue));
      }
      case TEMPORARY_PER_MESSAGE -> new TemporaryReplies(receiver(), session);
    };
  }

  private Replies matched(JmsSession session, Destination queue) throws JMSException {
    return settings.match() == ReplyMatch.WORKER
        ? correlated(session, queue)
        : repliesFrom(session, queue, settings.match());
  }

  /** The same replies, with the queue in the request. */
  private static Replies telling(Destination queue, Replies replies) {
    return new Replies() {
      @Override
      public void announce(Message request) throws JMSException {
        request.setJMSReplyTo(queue);
        replies.announce(request);
      }

      @Override
      public Message await(Message request) throws JMSException {
        return replies.await(request);
      }

      @Override
      public void settled() {
        replies.settled();
      }
    };
  }
}
