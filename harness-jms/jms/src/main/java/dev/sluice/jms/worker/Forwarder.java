package dev.sluice.jms.worker;

import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.worker.Passing.PassingWorker;
import jakarta.jms.JMSException;

/** Gets a message and puts it to another queue. */
public final class Forwarder extends PassingWorker {

  /**
   * The settings of forwarders.
   *
   * @param passing what is the same for all who pass messages on
   * @param to the queues that they go to
   */
  public record Settings(Passing passing, DestinationPlan to) {}

  private final Settings settings;

  private Forwarder(Settings settings, Seat seat) {
    super(settings.passing(), seat);
    this.settings = settings;
  }

  /** Makes forwarders. */
  public static WorkerFactory factory(Settings settings) {
    return factory(settings.passing().session(), seat -> new Forwarder(settings, seat));
  }

  @Override
  void bind(JmsSession session) throws JMSException {
    sender().bind(session, settings.to().destination(session, index()));
  }
}
