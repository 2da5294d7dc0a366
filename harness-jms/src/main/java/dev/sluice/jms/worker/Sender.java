package dev.sluice.jms.worker;

import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.delivery.ArrivalCheck;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.MessageSource;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionSettings;
import jakarta.jms.JMSException;

/** Sends messages, to a queue or a topic; one iteration is one message. */
public final class Sender extends JmsWorker {

  /**
   * What senders do.
   *
   * @param session how they connect
   * @param to where they send to
   * @param outgoing what they send
   * @param unidentified whether each send says where to, rather than the producer
   */
  public record Settings(
      SessionSettings session, DestinationPlan to, Outgoing outgoing, boolean unidentified) {

    /** By a producer that knows its destination. */
    public Settings(SessionSettings session, DestinationPlan to, Outgoing outgoing) {
      this(session, to, outgoing, false);
    }
  }

  private final Settings settings;
  private final MessageSource messages;
  private Outbox outbox;

  private Sender(Settings settings, Links links, int index) {
    super(
        settings.session(),
        links,
        index,
        settings.outgoing().stamping().ofWorker(index),
        ArrivalCheck.NONE);
    this.settings = settings;
    this.messages = settings.outgoing().message().forWorker(index);
  }

  /** Makes senders. */
  public static WorkerFactory factory(Settings settings) {
    Links links = Links.of(settings.session());
    return index -> new Sender(settings, links, index);
  }

  @Override
  void prepare(JmsSession session) throws JMSException {
    outbox =
        new Outbox(
            settings.session(),
            session,
            settings.to().destination(session, index()),
            settings.outgoing().options(),
            messages,
            settings.unidentified(),
            batch().settles(),
            stamps(),
            context());
  }

  @Override
  Outcome work() throws JMSException {
    boolean certain = outbox.put(outbox.next());
    if (!certain && !settings.session().transacted()) {
      return Outcome.IN_DOUBT;
    }
    batch().add();
    return Outcome.DONE;
  }
}
