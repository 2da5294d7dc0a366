package dev.sluice.jms.worker;

import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.ValueProperty;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionProducer;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Optional;

/** Sends messages, to a queue or a topic; one iteration is one message. */
public final class Sender extends JmsWorker {

  /**
   * The settings of senders.
   *
   * @param session how they connect
   * @param destinations where they send to
   * @param rotates whether successive messages rotate over the destinations, from the worker's own
   *     on, rather than all go to that
   * @param outgoing what they send
   * @param values the property that goes from value to value, if there is one
   */
  public record Settings(
      SessionSettings session,
      DestinationPlan destinations,
      boolean rotates,
      OutgoingMessage outgoing,
      Optional<ValueProperty> values) {

    public Settings {
      if (rotates && outgoing.unidentified()) {
        throw new IllegalArgumentException("only producers with a destination can rotate");
      }
    }

    /** Messages without such a property, to one destination. */
    public Settings(
        SessionSettings session, DestinationPlan destinations, OutgoingMessage outgoing) {
      this(session, destinations, false, outgoing, Optional.empty());
    }
  }

  private final Settings settings;
  private final MessageSender sender;
  private final ValueProperty.Values values; // null for none
  private OpenProducers producers; // null for one destination
  private int position; // of the next destination

  private Sender(Settings settings, Seat seat) {
    super(seat, settings.outgoing().stamping(), ArrivalChecking.OFF);
    this.settings = settings;
    this.sender =
        new MessageSender(
            this, settings.outgoing(), !settings().transacted(), settings().settles());
    this.values = settings.values().map(ValueProperty::values).orElse(null);
    this.position = settings.destinations().positionFor(index());
  }

  /** Creates the factory of senders. */
  public static WorkerFactory factory(Settings settings) {
    return factory(settings.session(), seat -> new Sender(settings, seat));
  }

  @Override
  void prepare(JmsSession session) throws JMSException {
    if (settings.rotates()) {
      producers = new OpenProducers(session, settings.outgoing().options());
      sender.bind(session, null);
    } else {
      sender.bind(session, settings.destinations().destination(session, index()));
    }
  }

  @Override
  Outcome work() throws JMSException {
    Message message = sender.next();
    if (values != null) {
      values.applyTo(message);
    }
    boolean certain = producers == null ? sender.put(message) : sender.put(message, nextProducer());
    if (!certain) {
      return Outcome.IN_DOUBT;
    }
    batch().add();
    return Outcome.DONE;
  }

  /** The producer of the destination whose turn it is. */
  private SessionProducer nextProducer() throws JMSException {
    String name = settings.destinations().names().get(position);
    SessionProducer producer = producers.named(name);
    if (producer == null) {
      producer = producers.open(name, settings.destinations().destinationAt(session(), position));
    }
    position = position + 1 == settings.destinations().names().size() ? 0 : position + 1;
    return producer;
  }
}
