package dev.sluice.jms.worker;

import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.MessageSource;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionProducer;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import jakarta.jms.CompletionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

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

  private AsyncSender(Settings settings, Seat seat) {
    super(seat, settings.outgoing().stamping(), ArrivalChecking.OFF);
    this.settings = settings;
    this.messages = settings.outgoing().message().forWorker(index());
  }

  /** Makes asynchronous senders. */
  public static WorkerFactory factory(Settings settings) {
    settings.session().provider().confirmSends();
    return factory(settings.session(), seat -> new AsyncSender(settings, seat));
  }

  @Override
  void prepare(JmsSession session) throws JMSException {
    producer =
        session.producer(
            settings.to().destination(session, index()), settings.outgoing().options());
    messages.bind(session, context().times());
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
      settings.outgoing().prioritize(producer, context().times());
      producer.send(message, window);
    } catch (JMSException | RuntimeException e) {
      window.notSent();
      settledPutFailed(e);
      throw e;
    }
    stamps().committed();
  }

  /** Counts the messages that were answered; returns the first failure among the answers. */
  private IterationFailure countAnswers() {
    for (Send answered = window.take(); answered != null; answered = window.take()) {
      if (answered.failure != null) {
        Failure known = provider().explain(answered.failure);
        return new IterationFailure(known.cause(), !known.refused());
      }
      if (context().times().paced()) {
        context().log().completed(answered.intendedNanos, answered.startNanos, answered.endNanos);
      } else {
        context().log().completed(answered.startNanos, answered.endNanos);
      }
    }
    return null;
  }

  /** A message that was sent, and its answer; used again for a later message. */
  private static final class Send {
    private long intendedNanos;
    private long startNanos;
    private long endNanos;
    private Exception failure; // null if the message has arrived
  }

  /**
   * Sends that the broker has not answered yet, this many at most, in their order: providers answer
   * them in the order in which they were sent. Written by two threads: the worker's puts them in
   * and takes them out, the client library's tells of the answers.
   */
  private static final class SendWindow implements CompletionListener {

    private final NanoClock clock;
    private final Thread worker;
    private final Send[] sends;
    private long sent; // by the worker's thread, as all below
    private long taken;
    private volatile long answered; // by the client library's

    /**
     * @param worker is woken by answers
     */
    SendWindow(int size, NanoClock clock, Thread worker) {
      this.clock = clock;
      this.worker = worker;
      this.sends = Stream.generate(Send::new).limit(size).toArray(Send[]::new);
    }

    boolean full() {
      return sent - taken == sends.length;
    }

    /** How many sends are without an answer. */
    long open() {
      return sent - answered;
    }

    /** A message is about to be sent. */
    void sending(long intended, long start) {
      Send next = at(sent);
      next.intendedNanos = intended;
      next.startNanos = start;
      next.failure = null;
      sent++;
    }

    /** The last one could not be sent after all. */
    void notSent() {
      sent--;
    }

    /** The next send that is answered, which holds until the next message; null without one. */
    Send take() {
      if (taken == answered) {
        return null;
      }
      Send next = at(taken);
      taken++;
      return next;
    }

    @Override
    public void onCompletion(Message message) {
      answer(null);
    }

    @Override
    public void onException(Message message, Exception failure) {
      answer(failure);
    }

    /** Clients tell of a lost connection on another thread than of the broker's answers. */
    private synchronized void answer(Exception failure) {
      long number = answered;
      Send done = at(number);
      done.endNanos = clock.nanos();
      done.failure = failure;
      answered = number + 1; // by the one writer; publishes the send
      LockSupport.unpark(worker);
    }

    private Send at(long number) {
      return sends[(int) (number % sends.length)];
    }
  }
}
