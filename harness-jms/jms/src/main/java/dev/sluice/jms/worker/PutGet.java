package dev.sluice.jms.worker;

import dev.sluice.core.worker.Worker.WorkSource;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import dev.sluice.jms.worker.RoundTrip.RoundTripWorker;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import java.util.Optional;

/** Puts a message and gets it back from the same queue; one iteration is both. */
public sealed class PutGet extends RoundTripWorker permits ReconnectTimer {

  /**
   * The settings of workers that put and get.
   *
   * @param trip what is the same for all who wait for an answer
   * @param at the queues
   * @param match how a worker knows its own message
   * @param property the string property that it knows it by instead, if there is one
   */
  public record Settings(
      RoundTrip trip, DestinationPlan at, ReplyMatch match, Optional<String> property) {}

  private final Settings settings;

  PutGet(Settings settings, Seat seat) {
    super(settings.trip(), seat);
    this.settings = settings;
  }

  /** Makes putting and getting workers. */
  public static WorkerFactory factory(Settings settings) {
    return factory(settings.trip().session(), seat -> new PutGet(settings, seat));
  }

  @Override
  public final Optional<WorkSource> source() {
    return replies().source();
  }

  @Override
  final Destination target(JmsSession session) throws JMSException {
    return settings.at().destination(session, index());
  }

  @Override
  Replies replies(JmsSession session) throws JMSException {
    Destination queue = target(session);
    if (settings.property().isPresent()) {
      return byProperty(session, queue, settings.property().get());
    }
    return settings.match() == ReplyMatch.REQUEST_ID
        ? byMessageId(session, queue, "JMSMessageID")
        : repliesFrom(session, queue, settings.match());
  }
}
