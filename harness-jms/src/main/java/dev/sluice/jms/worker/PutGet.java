package dev.sluice.jms.worker;

import dev.sluice.core.worker.Worker.WorkSource;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.connection.WorkerSessions;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.reply.Replies;
import dev.sluice.jms.reply.ReplyMatch;
import dev.sluice.jms.session.JmsSession;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import java.util.Optional;

/** Puts a message and gets it back from the same queue; one iteration is both. */
public final class PutGet extends RoundTripWorker {

  /**
   * The settings of workers that put and get.
   *
   * @param trip what is the same for all who wait for an answer
   * @param at the queues
   * @param match how a worker knows its own message
   * @param property the string property that it knows it by instead, if there is one
   */
  public record Settings(
      RoundTrip trip, DestinationPlan at, ReplyMatch match, Optional<String> property) {

    /** The worker's own messages at a queue. */
    Replies ownMessages(RoundTripWorker worker, JmsSession session) throws JMSException {
      Destination queue = at.destination(session, worker.index());
      if (property.isPresent()) {
        return worker.byProperty(session, queue, property.get());
      }
      return match == ReplyMatch.REQUEST_ID
          ? worker.ownMessages(session, queue)
          : worker.repliesFrom(session, queue, match);
    }
  }

  private final Settings settings;

  private PutGet(Settings settings, WorkerSessions sessions, int index) {
    super(settings.trip(), sessions, index);
    this.settings = settings;
  }

  /** Makes putting and getting workers. */
  public static WorkerFactory factory(Settings settings) {
    WorkerSessions sessions = WorkerSessions.of(settings.trip().session());
    return index -> new PutGet(settings, sessions, index);
  }

  @Override
  public Optional<WorkSource> source() {
    return answersFrom();
  }

  @Override
  Destination target(JmsSession session) throws JMSException {
    return settings.at().destination(session, index());
  }

  @Override
  Replies replies(JmsSession session) throws JMSException {
    return settings.ownMessages(this, session);
  }
}
