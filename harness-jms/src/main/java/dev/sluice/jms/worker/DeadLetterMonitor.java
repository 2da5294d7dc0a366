package dev.sluice.jms.worker;

import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.connection.WorkerSessions;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionConsumer;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalCheck;
import dev.sluice.jms.tracking.TrackingProperties;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.function.Consumer;

/** Takes dead letters from their queue and counts them by reason; one iteration is one message. */
public final class DeadLetterMonitor extends JmsWorker {

  /**
   * What monitors do.
   *
   * @param session how they connect
   * @param from the queues of dead letters
   * @param receiveTimeout how long a receive waits for a message, at least 1 ms; zero for ever
   */
  public record Settings(SessionSettings session, DestinationPlan from, Duration receiveTimeout) {

    public Settings {
      Timeouts.requireReceivable(receiveTimeout);
    }
  }

  private final Settings settings;
  private final DeadLetters letters;
  private SessionConsumer consumer;

  private DeadLetterMonitor(
      Settings settings, DeadLetters letters, WorkerSessions links, int index) {
    super(settings.session(), links, index, TrackingProperties.NONE, ArrivalCheck.NONE);
    this.settings = settings;
    this.letters = letters;
  }

  /**
   * Makes monitors.
   *
   * @param told is told of reasons and totals, in one line each, by any thread
   */
  public static WorkerFactory factory(Settings settings, Consumer<String> told) {
    WorkerSessions links = WorkerSessions.of(settings.session());
    DeadLetters letters = new DeadLetters(told);
    return index -> new DeadLetterMonitor(settings, letters, links, index);
  }

  @Override
  void prepare(JmsSession session) throws JMSException {
    consumer = session.consumer(settings.from().destination(session, index()), "");
  }

  @Override
  Outcome work() throws JMSException {
    Message letter = receive(consumer, settings.receiveTimeout().toMillis());
    if (letter == null) {
      return Outcome.NOTHING;
    }
    letters.add(settings.session().provider().deadLetterReason(letter));
    batch().add();
    return Outcome.DONE;
  }

  @Override
  void finish() {
    letters.tellTotals();
  }
}
