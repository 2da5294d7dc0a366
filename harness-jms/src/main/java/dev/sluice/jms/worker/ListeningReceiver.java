package dev.sluice.jms.worker;

import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.delivery.ArrivalChecking;
import dev.sluice.jms.delivery.SendStamps;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionConsumer;
import dev.sluice.jms.session.SessionSettings;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;

/**
 * Has messages brought to it, and throws them away; one iteration is one message, from when it is
 * brought until it is settled. The client library's thread does all of that; the worker's own
 * thread waits meanwhile, and only while it does so are messages taken. So a pause holds, and what
 * is counted has one writer at a time.
 */
public final class ListeningReceiver extends JmsWorker {

  private static final long LOOK_AROUND_NANOS = Duration.ofMillis(50).toNanos();

  /**
   * What listening receivers do.
   *
   * @param session how they connect
   * @param intake what they receive
   * @param consumers how many consumers each of them has, on one destination after the other
   * @param checking the check of what arrives
   */
  public record Settings(
      SessionSettings session, Intake intake, int consumers, ArrivalChecking checking) {}

  private final Settings settings;
  private final Condition mayTake = sessionUse().newCondition();
  private final Condition hasFailed = sessionUse().newCondition();
  private final List<SessionConsumer> consumers = new ArrayList<>();
  private boolean taking; // guarded by sessionUse
  private Exception failure; // guarded by sessionUse

  private ListeningReceiver(Settings settings, Links links, int index) {
    super(settings.session(), links, index, SendStamps.NONE, settings.checking().ofWorker(index));
    this.settings = settings;
  }

  /** Makes listening receivers. */
  public static WorkerFactory factory(Settings settings) {
    Links links = Links.of(settings.session());
    return index -> new ListeningReceiver(settings, links, index);
  }

  @Override
  void prepare(JmsSession session) throws JMSException {
    consumers.clear();
    failure = null;
    taking = false;
    for (int i = 0; i < settings.consumers(); i++) {
      int destination = index() * settings.consumers() + i;
      SessionConsumer consumer = settings.intake().consumer(session, index(), destination);
      consumer.listen(this::take);
      consumers.add(consumer);
    }
  }

  @Override
  Outcome work() throws JMSException {
    taking = true;
    mayTake.signalAll();
    try {
      waitForFailure();
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
      mayTake.signalAll();
    } finally {
      sessionUse().unlock();
    }
    if (link().healthy()) {
      consumers.forEach(Link::closeQuietly);
    }
  }

  @Override
  void finish() throws JMSException {
    settings.intake().unsubscribe(session(), index());
  }

  private void waitForFailure() {
    try {
      long leftNanos = LOOK_AROUND_NANOS;
      while (failure == null && leftNanos > 0) {
        leftNanos = hasFailed.awaitNanos(leftNanos);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // for whoever ends the worker
    }
  }

  /** Called by the client library. */
  private void take(Message message) {
    sessionUse().lock();
    try {
      while (!taking) {
        mayTake.awaitUninterruptibly();
      }
      settle(message);
    } finally {
      sessionUse().unlock();
    }
  }

  private void settle(Message message) {
    long startNanos = context().clock().nanos();
    try {
      accept(message);
      batch().add();
      context().log().completed(startNanos, context().clock().nanos());
    } catch (JMSException | RuntimeException e) {
      if (!link().interrupted(e)) {
        batch().rollBack(e);
        failure = e;
        hasFailed.signal();
      } else if (batch().interrupted(e) == Outcome.IN_DOUBT) {
        context().log().inDoubt(1);
      } else {
        context().log().completed(startNanos, context().clock().nanos());
      }
    }
  }
}
