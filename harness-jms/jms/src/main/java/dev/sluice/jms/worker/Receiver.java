package dev.sluice.jms.worker;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.ConsumerPlan;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.WorkloadTracking;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.time.Duration;

/** Receives messages, of a queue or a topic, and throws them away; one iteration is one message. */
public final class Receiver extends JmsWorker {

  /**
   * The settings of receivers.
   *
   * @param session how they connect
   * @param intake what they receive
   * @param receiveTimeout how long a receive waits for a message, at least 1 ms; zero for ever
   * @param checking the check of what arrives
   */
  public record Settings(
      SessionSettings session,
      ConsumerPlan intake,
      Duration receiveTimeout,
      ArrivalChecking checking) {

    /** All messages of the destinations. */
    public Settings(
        SessionSettings session,
        DestinationPlan from,
        Duration receiveTimeout,
        ArrivalChecking checking) {
      this(session, ConsumerPlan.of(from), receiveTimeout, checking);
    }

    public Settings {
      JmsWorker.requireReceivable(receiveTimeout);
    }
  }

  private final Settings settings;
  private final long receiveTimeoutMillis;
  private final Work.OfWorker work;
  private MessageConsumer consumer;

  private Receiver(Settings settings, Work work, Seat seat) {
    super(seat, WorkloadTracking.OFF, settings.checking());
    this.settings = settings;
    this.receiveTimeoutMillis = settings.receiveTimeout().toMillis();
    this.work = work.forWorker(seat.index());
  }

  /** Makes receivers. */
  public static WorkerFactory factory(Settings settings) {
    return factory(settings, Work.NONE);
  }

  /** Makes receivers that work on each message. */
  public static WorkerFactory factory(Settings settings, Work work) {
    return factory(settings.session(), seat -> new Receiver(settings, work, seat));
  }

  @Override
  void prepare(JmsSession session) throws JMSException {
    consumer = settings.intake().consumer(session, index(), index());
  }

  @Override
  Outcome work() throws JMSException {
    boolean timed = batch().settles() || work.any();
    long startNanos = timed ? context().clock().nanos() : 0;
    Message message = receive(consumer, receiveTimeoutMillis);
    if (message == null) {
      return Outcome.NOTHING;
    }
    if (timed) {
      context().log().part(LatencyKind.GET, context().clock().nanos() - startNanos);
    }
    work.on(context(), this::unblocked);
    batch().add();
    return Outcome.DONE;
  }

  @Override
  void finish() throws JMSException {
    consumer.close();
    settings.intake().unsubscribe(session(), index());
  }
}
