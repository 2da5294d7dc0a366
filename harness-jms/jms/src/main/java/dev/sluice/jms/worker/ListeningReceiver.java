package dev.sluice.jms.worker;

import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.connection.WorkerSession;
import dev.sluice.jms.destination.ConsumerPlan;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.WorkloadTracking;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;

/**
 * Has messages brought to it, and throws them away; one iteration is one message, from when it is
 * brought until it is settled. The client library's thread does all of that; the worker's own
 * thread waits meanwhile, and only while it does so are messages taken. So a pause holds, and what
 * is counted has one writer at a time.
 *
 * <p>Nobody can be told to bring this many messages and no more. While it is brought the last one
 * to take it ends delivery, where the provider can. Where not, one more that is brought goes back:
 * by its consumer, which is closed, or else it is held until the worker closes its consumers, and
 * refused then.
 */
public final class ListeningReceiver extends JmsWorker {

  private static final long LOOK_AROUND_NANOS = Duration.ofMillis(50).toNanos();

  /**
   * The settings of listening receivers.
   *
   * @param session how they connect
   * @param intake what they receive
   * @param consumers how many consumers each of them has, on one destination after the other; one
   *     if the connection is shared, because that brings the first one messages before the next one
   *     is there, and a session is not for two threads
   * @param checking the check of what arrives
   */
  public record Settings(
      SessionSettings session, ConsumerPlan intake, int consumers, ArrivalChecking checking) {

    public Settings {
      if (consumers > 1 && session.connections() > 0) {
        throw new IllegalArgumentException("several consumers cannot use shared connections");
      }
    }
  }

  private final Settings settings;
  private final Work.OfWorker work;
  private final Condition mayTake = sessionUse().newCondition();
  private final Condition isOver = sessionUse().newCondition();
  private final List<MessageConsumer> consumers = new ArrayList<>();
  private boolean taking; // guarded by sessionUse
  private boolean closing; // guarded by sessionUse
  private long taken; // over all openings; guarded by sessionUse
  private Exception failure; // guarded by sessionUse

  private ListeningReceiver(Settings settings, Work work, Seat seat) {
    super(seat, WorkloadTracking.OFF, settings.checking());
    this.settings = settings;
    this.work = work.forWorker(seat.index());
  }

  /** Makes listening receivers. */
  public static WorkerFactory factory(Settings settings) {
    return factory(settings, Work.NONE);
  }

  /** Makes listening receivers that work on each message. */
  public static WorkerFactory factory(Settings settings, Work work) {
    return factory(settings.session(), false, seat -> new ListeningReceiver(settings, work, seat));
  }

  @Override
  void prepare(JmsSession session) throws JMSException {
    consumers.clear();
    failure = null;
    taking = false;
    closing = false;
    for (int i = 0; i < settings.consumers(); i++) {
      int destination = index() * settings.consumers() + i;
      MessageConsumer consumer = settings.intake().consumer(session, index(), destination);
      consumer.setMessageListener(message -> take(message, consumer));
      consumers.add(consumer);
    }
  }

  @Override
  Outcome work() throws JMSException {
    taking = true;
    mayTake.signalAll();
    try {
      waitForTheEnd();
    } finally {
      taking = false;
    }
    Exception failed = failure;
    failure = null;
    if (failed instanceof JMSException jms) {
      throw jms;
    }
    if (failed instanceof RuntimeException unexpected) {
      throw unexpected;
    }
    return Outcome.COUNTED;
  }

  @Override
  void beforeClose() {
    sessionUse().lock();
    try {
      taking = true; // what is being brought still counts; closing a consumer waits for it
      closing = true;
      mayTake.signalAll();
    } finally {
      sessionUse().unlock();
    }
    if (workerSession().healthy()) {
      consumers.forEach(WorkerSession::closeQuietly);
    }
  }

  @Override
  void finish() throws JMSException {
    settings.intake().unsubscribe(session(), index());
  }

  /** Waits for a failure or for the last message, and not for long. */
  private void waitForTheEnd() {
    try {
      long leftNanos = LOOK_AROUND_NANOS;
      while (failure == null && !full() && leftNanos > 0) {
        leftNanos = isOver.awaitNanos(leftNanos);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // for the thread that ends the worker
    }
  }

  /** Whether all is taken that there is to take. */
  private boolean full() {
    return taken == context().limit();
  }

  /** Called by the client library. */
  private void take(Message message, MessageConsumer by) {
    sessionUse().lock();
    try {
      while (full() ? holdsWhatIsTooMuch() : !taking) {
        mayTake.awaitUninterruptibly();
      }
      if (!full()) {
        settle(message, by);
      } else if (!batch().settles()) { // so returning would acknowledge it
        refuse(by);
      }
    } finally {
      sessionUse().unlock();
    }
  }

  /** Until the worker closes its consumers: before, it or the next one would be brought at once. */
  private boolean holdsWhatIsTooMuch() {
    return !closing && (batch().settles() || !closesToRefuse());
  }

  private void refuse(MessageConsumer by) {
    if (!closesToRefuse()) {
      throw new MessageRefusedException();
    }
    WorkerSession.closeQuietly(by);
  }

  private boolean closesToRefuse() {
    return provider().closingConsumersRefuse();
  }

  private void settle(Message message, MessageConsumer by) {
    long startNanos = context().clock().nanos();
    try {
      accept(message);
      work.on(context(), this::unblocked);
      if (taken + 1 == context().limit()) {
        endDelivery(by);
        batch().settle(); // before one more is brought that would be settled with it
      } else {
        batch().add();
      }
      count(startNanos);
    } catch (JMSException | RuntimeException e) {
      if (!workerSession().interrupted(e)) {
        batch().rollBack(e);
        failure = e;
        isOver.signal();
      } else if (batch().interrupted(e) == Outcome.IN_DOUBT) {
        context().log().inDoubt(1);
      } else {
        count(startNanos);
      }
    }
  }

  /**
   * Has no more brought, from inside the call that brings the last message.
   *
   * <p>The consumer that brings it is closed, which JMS allows. An IBM MQ consumer whose listener
   * is taken off during its own call is put away by two threads when its connection closes
   * meanwhile, and now and then these wait for each other for ever. The others cannot be closed
   * here: that waits for the end of this call.
   */
  private void endDelivery(MessageConsumer by) throws JMSException {
    if (closing || !provider().listenersEndDelivery()) {
      return;
    }
    for (MessageConsumer consumer : consumers) {
      if (consumer == by) {
        consumer.close();
      } else {
        consumer.setMessageListener(null);
      }
    }
    consumers.clear(); // the connection's close does the rest
  }

  private void count(long startNanos) {
    context().log().completed(startNanos, context().clock().nanos());
    taken++;
    if (full()) {
      isOver.signal();
    }
  }

  /** Gives a message back to a client library that acknowledges by itself. */
  private static final class MessageRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MessageRefusedException() {
      super("the receiver has taken its count of messages", null, false, false);
    }
  }
}
