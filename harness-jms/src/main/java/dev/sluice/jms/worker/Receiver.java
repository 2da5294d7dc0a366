package dev.sluice.jms.worker;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.WorkerContext;
import dev.sluice.jms.delivery.ArrivalCheck;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives messages and throws them away.
 *
 * <p>A receive that waits is ended by another thread that closes the consumer, which JMS allows. A
 * session must not be used by two threads though, so the two agree: outside of receive, the session
 * is used under a lock that the closing thread holds too.
 */
final class Receiver implements Worker {

  private static final Logger log = LoggerFactory.getLogger(Receiver.class);

  private final ReceiverSettings settings;
  private final String queue;
  private final ArrivalCheck arrivals;
  private final long receiveTimeoutMillis;
  private final Object sessionUse = new Object();

  private WorkerContext context = WorkerContext.NOBODY;
  private volatile boolean unblocked;
  private volatile MessageConsumer consumer;
  private Link link;
  private Batch batch;

  Receiver(ReceiverSettings settings, String queue, ArrivalCheck arrivals) {
    this.settings = settings;
    this.queue = queue;
    this.arrivals = arrivals;
    this.receiveTimeoutMillis = settings.receiveTimeout().toMillis();
  }

  @Override
  public void attach(WorkerContext newContext) {
    context = newContext;
  }

  @Override
  public void open() throws JMSException {
    Link opening = Link.open(settings.provider(), settings.transaction(), context.connection());
    try {
      MessageConsumer opened =
          opening.session().createConsumer(settings.provider().queue(opening.session(), queue));
      batch = new Batch(opening.session(), settings.transaction(), context.log(), arrivals);
      opening.start();
      link = opening;
      consumer = opened;
    } catch (JMSException | RuntimeException e) {
      opening.close();
      throw e;
    }
    if (unblocked) { // by another thread that found no consumer to close
      closeConsumer(consumer);
    }
  }

  @Override
  public Outcome iterate() throws JMSException {
    try {
      link.check();
      Message message = consumer.receive(receiveTimeoutMillis);
      if (message == null) {
        return nothing();
      }
      arrivals.arrived(message, context.log());
      synchronized (sessionUse) {
        batch.add();
      }
      return Outcome.DONE;
    } catch (JMSException | RuntimeException e) {
      if (unblocked && e instanceof IllegalStateException) {
        return Outcome.NOTHING; // the consumer was closed before receive began to wait
      }
      boolean interrupted = link.interrupted(e);
      synchronized (sessionUse) {
        if (interrupted) {
          return batch.interrupted(e);
        }
        batch.rollBack(e);
      }
      throw e;
    }
  }

  @Override
  public void close() {
    Link closing = link;
    if (closing == null) {
      return;
    }
    link = null;
    consumer = null;
    synchronized (sessionUse) {
      if (closing.healthy()) {
        batch.commitRestOrLose();
      } else {
        batch.lost();
      }
    }
    closing.close();
  }

  @Override
  public void unblock() {
    unblocked = true;
    MessageConsumer blocking = consumer;
    if (blocking != null) {
      Unblocking.start(() -> closeConsumer(blocking));
    }
  }

  @Override
  public String causeOf(Exception failure) {
    return settings.provider().explain(failure).cause();
  }

  @Override
  public boolean survives(Exception failure) {
    return !settings.provider().explain(failure).connectionBroken();
  }

  /** What a receive without a message means. */
  private Outcome nothing() throws JMSException {
    link.check();
    if (receiveTimeoutMillis == 0 && !unblocked) {
      throw new IllegalStateException("the provider closed the consumer");
    }
    return Outcome.NOTHING;
  }

  private void closeConsumer(MessageConsumer closing) {
    synchronized (sessionUse) {
      try {
        closing.close();
      } catch (JMSException | RuntimeException e) {
        // the worker ends either way
        log.debug("a consumer did not close cleanly", e);
      }
    }
  }
}
