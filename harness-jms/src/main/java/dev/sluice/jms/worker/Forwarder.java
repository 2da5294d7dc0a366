package dev.sluice.jms.worker;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.time.Duration;

/**
 * Gets a message and puts it to another queue, in one transaction if there are any; one iteration
 * is both.
 */
public final class Forwarder extends JmsWorker {

  /**
   * The settings of forwarders.
   *
   * @param session how they connect
   * @param from the queues that messages come from
   * @param to the queues that they go to
   * @param copy whether what is put is the message itself, rather than another
   * @param outgoing what is put otherwise, and how it is sent
   * @param receiveTimeout how long a receive waits for a message, at least 1 ms; zero for ever
   * @param commitBetween whether to commit between get and put too
   * @param checking the check of what arrives
   */
  public record Settings(
      SessionSettings session,
      DestinationPlan from,
      DestinationPlan to,
      boolean copy,
      OutgoingMessage outgoing,
      Duration receiveTimeout,
      boolean commitBetween,
      ArrivalChecking checking) {

    public Settings {
      JmsWorker.requireReceivable(receiveTimeout);
    }
  }

  private final Settings settings;
  private final MessageSender sender;
  private final long receiveTimeoutMillis;
  private MessageConsumer consumer;

  private Forwarder(Settings settings, Seat seat) {
    super(seat, settings.outgoing().stamping(), settings.checking());
    this.settings = settings;
    this.sender = new MessageSender(this, settings.outgoing(), !settings().transacted(), true);
    this.receiveTimeoutMillis = settings.receiveTimeout().toMillis();
  }

  /** Makes forwarders. */
  public static WorkerFactory factory(Settings settings) {
    return factory(settings.session(), seat -> new Forwarder(settings, seat));
  }

  @Override
  void prepare(JmsSession session) throws JMSException {
    sender.bind(session, settings.to().destination(session, index()));
    consumer = session.consumer(settings.from().destination(session, index()), "");
  }

  @Override
  Outcome work() throws JMSException {
    long startNanos = context().clock().nanos();
    Message message = receive(consumer, receiveTimeoutMillis);
    if (message == null) {
      return Outcome.NOTHING;
    }
    context().log().part(LatencyKind.GET, context().clock().nanos() - startNanos);
    if (settings.commitBetween()) {
      batch().settle();
    }
    if (!sender.put(settings.copy() ? message : sender.next())) {
      return Outcome.IN_DOUBT;
    }
    batch().add();
    return Outcome.DONE;
  }
}
