package dev.sluice.jms.worker;

import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.connection.WorkerSessions;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.MessageSource;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionProducer;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalCheck;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;

/**
 * Sends messages without waiting for the broker's answer to each; this many at most are without
 * one. One iteration is one message, from its send to its answer. The worker's thread counts it, at
 * the next iteration or when it ends.
 */
public final class AsyncSender extends JmsWorker {

  private static final long LOOK_AROUND_NANOS = Duration.ofMillis(10).toNanos();
  private static final long LAST_ANSWERS_NANOS = Duration.ofSeconds(2).toNanos();

  /**
   * The settings of asynchronous senders.
   *
   * @param session how they connect; not transacted
   * @param to where they send to
   * @param outgoing what they send
   * @param window how many messages at most are without an answer, at least 1
   */
  public record Settings(
      SessionSettings session, DestinationPlan to, OutgoingMessage outgoing, int window) {

    public Settings {
      if (window < 1) {
        throw new IllegalArgumentException("a window needs at least 1 message, not " + window);
      }
      if (session.transacted()) {
        throw new IllegalArgumentException("asynchronous sends cannot be used in transactions");
      }
    }
  }

  private final Settings settings;
  private final MessageSource messages;
  private SessionProducer producer;
  private SendWindow window;

  private AsyncSender(Settings settings, WorkerSessions sessions, int index) {
    super(
        settings.session(),
        sessions,
        index,
        settings.outgoing().stamping().ofWorker(index),
        ArrivalCheck.NONE);
    this.settings = settings;
    this.messages = settings.outgoing().message().forWorker(index);
  }

  /** Makes asynchronous senders. */
  public static WorkerFactory factory(Settings settings) {
    WorkerSessions sessions = WorkerSessions.of(settings.session());
    return index -> new AsyncSender(settings, sessions, index);
  }

  @Override
  void prepare(JmsSession session) throws JMSException {
    producer =
        session.producer(
            settings.to().destination(session, index()), settings.outgoing().options());
    messages.bind(session);
    window = new SendWindow(settings.window(), context().clock(), Thread.currentThread());
  }

  @Override
  Outcome work() throws JMSException {
    IterationFailure failure = countAnswers();
    while (window.full() && !unblocked()) {
      workerSession().check();
      context().clock().parkUntil(context().clock().nanos() + LOOK_AROUND_NANOS);
      failure = failure == null ? countAnswers() : failure;
    }
    boolean room = !window.full();
    if (room) {
      send();
    }
    if (failure != null) {
      throw failure; // which stands for the message that failed, not for the one just sent
    }
    return room ? Outcome.BEGUN : Outcome.NOTHING;
  }

  @Override
  void beforeClose() {
    long untilNanos = context().clock().nanos() + LAST_ANSWERS_NANOS;
    while (workerSession().healthy()
        && window.open() > 0
        && context().clock().nanos() < untilNanos) {
      context().clock().parkUntil(context().clock().nanos() + LOOK_AROUND_NANOS);
    }
    while (countAnswers() != null) {
      context().log().inDoubt(1); // nobody counts errors any more
    }
    context().log().inDoubt(window.open());
  }

  private void send() throws JMSException {
    Message message = messages.nextOfItsOwn();
    long startNanos = context().clock().nanos();
    window.sending(
        context().times().paced() ? context().times().intendedNanos() : startNanos, startNanos);
    try {
      stamps().stamp(message);
      producer.send(message, window);
    } catch (JMSException | RuntimeException e) {
      window.notSent();
      if (settings().provider().explain(e).refused()) {
        stamps().rolledBack();
      } else {
        stamps().inDoubt();
        batch().settledCallFailed();
      }
      throw e;
    }
    stamps().committed();
  }

  /** Counts the messages that were answered; returns the first failure among the answers. */
  private IterationFailure countAnswers() {
    while (window.hasAnswer()) {
      Exception failure = window.failure();
      if (failure == null) {
        count();
        window.take();
      } else {
        window.take();
        Failure known = settings().provider().explain(failure);
        return new IterationFailure(known.cause(), !known.refused());
      }
    }
    return null;
  }

  private void count() {
    if (context().times().paced()) {
      context().log().completed(window.intended(), window.start(), window.end());
    } else {
      context().log().completed(window.start(), window.end());
    }
  }
}
