package dev.sluice.jms.worker;

import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.connection.WorkerSessions;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.destination.ProducerRotation;
import dev.sluice.jms.message.MessageSource;
import dev.sluice.jms.message.ValueProperty;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalCheck;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Optional;

/** Sends messages, to a queue or a topic; one iteration is one message. */
public final class Sender extends JmsWorker {

  /**
   * The settings of senders.
   *
   * @param session how they connect
   * @param to where they send to
   * @param rotates whether each message goes to the next of the destinations, from the worker's own
   *     on, rather than all to that
   * @param outgoing what they send
   * @param values the property that goes from value to value, if there is one
   */
  public record Settings(
      SessionSettings session,
      DestinationPlan to,
      boolean rotates,
      OutgoingMessage outgoing,
      Optional<ValueProperty> values) {

    public Settings {
      if (rotates && outgoing.unidentified()) {
        throw new IllegalArgumentException("only producers with a destination can rotate");
      }
    }

    /** Messages without such a property, to one destination. */
    public Settings(SessionSettings session, DestinationPlan to, OutgoingMessage outgoing) {
      this(session, to, false, outgoing, Optional.empty());
    }
  }

  private final Settings settings;
  private final MessageSource messages;
  private final ValueProperty.Values values; // null for none
  private final ProducerRotation rotation; // null for one destination
  private MessageSender sender;

  private Sender(Settings settings, WorkerSessions sessions, int index) {
    super(
        settings.session(),
        sessions,
        index,
        settings.outgoing().stamping().ofWorker(index),
        ArrivalCheck.NONE);
    this.settings = settings;
    this.messages = settings.outgoing().message().forWorker(index);
    this.values = settings.values().map(ValueProperty::values).orElse(null);
    this.rotation =
        settings.rotates()
            ? new ProducerRotation(settings.to(), settings.outgoing().options(), index)
            : null;
  }

  /** Makes senders. */
  public static WorkerFactory factory(Settings settings) {
    WorkerSessions sessions = WorkerSessions.of(settings.session());
    return index -> new Sender(settings, sessions, index);
  }

  @Override
  void prepare(JmsSession session) throws JMSException {
    if (rotation != null) {
      rotation.bind(session);
    }
    sender =
        sender(
            session,
            !settings.session().transacted(),
            rotation == null ? settings.to().destination(session, index()) : null,
            settings.outgoing(),
            messages,
            batch().settles());
  }

  @Override
  Outcome work() throws JMSException {
    Message message = sender.next();
    if (values != null) {
      values.applyTo(message);
    }
    boolean certain = rotation == null ? sender.put(message) : sender.put(message, rotation.next());
    if (!certain) {
      return Outcome.IN_DOUBT;
    }
    batch().add();
    return Outcome.DONE;
  }
}
