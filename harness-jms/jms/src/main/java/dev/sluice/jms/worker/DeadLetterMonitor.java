package dev.sluice.jms.worker;

import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.WorkloadTracking;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Takes dead letters from their queue and counts them by reason; one iteration is one message. */
public final class DeadLetterMonitor extends JmsWorker {

  /**
   * The settings of monitors.
   *
   * @param session how they connect
   * @param from the queues of dead letters
   * @param receiveTimeout how long a receive waits for a message, at least 1 ms; zero for ever
   */
  public record Settings(SessionSettings session, DestinationPlan from, Duration receiveTimeout) {

    public Settings {
      JmsWorker.requireReceivable(receiveTimeout);
    }
  }

  private final Settings settings;
  private final Reasons reasons;
  private MessageConsumer consumer;

  private DeadLetterMonitor(Settings settings, Reasons reasons, Seat seat) {
    super(seat, WorkloadTracking.OFF, ArrivalChecking.OFF);
    this.settings = settings;
    this.reasons = reasons;
  }

  /**
   * Makes monitors.
   *
   * @param told receives reasons and totals, in one line each, by any thread
   */
  public static WorkerFactory factory(Settings settings, Consumer<String> told) {
    Reasons reasons = new Reasons(told);
    return factory(settings.session(), seat -> new DeadLetterMonitor(settings, reasons, seat));
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
    reasons.add(provider().deadLetterReason(letter));
    batch().add();
    return Outcome.DONE;
  }

  @Override
  void finish() {
    reasons.tellTotals();
  }

  /** Counts dead letters by the reason why they are dead, and tells of each reason once. */
  private static final class Reasons {

    private static final int MAX_REASONS = 1_000;
    private static final String OTHERS = "other reasons";

    private final Consumer<String> told;
    private final Map<String, Long> byReason = new TreeMap<>(); // guarded by this

    /**
     * @param told is told in one line
     */
    Reasons(Consumer<String> told) {
      this.told = told;
    }

    synchronized void add(String reason) {
      String counted =
          byReason.size() < MAX_REASONS || byReason.containsKey(reason) ? reason : OTHERS;
      if (byReason.merge(counted, 1L, Long::sum) == 1) {
        told.accept("dead letter: " + counted);
      }
    }

    /** Tells how many there were of each reason. */
    synchronized void tellTotals() {
      if (!byReason.isEmpty()) {
        told.accept(
            byReason.entrySet().stream()
                .map(entry -> entry.getValue() + " x " + entry.getKey())
                .collect(Collectors.joining("; ", "dead letters so far: ", "")));
      }
    }
  }
}
