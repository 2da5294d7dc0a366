package dev.sluice.jms.worker;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.WorkerContext;
import dev.sluice.jms.message.MessageSource;
import dev.sluice.jms.message.SessionMessages;
import dev.sluice.jms.session.PutOptions;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import java.time.Duration;

/**
 * Sends messages.
 *
 * <p>A send that waits, for room or for a broker that went silent, can only be ended by closing its
 * connection, and that rolls its transaction back. So it is left some time to end by itself.
 */
final class Sender implements Worker {

  private static final Duration UNBLOCK_GRACE = Duration.ofSeconds(2);

  private final SenderSettings settings;
  private final String queue;
  private final MessageSource messages;

  private WorkerContext context = WorkerContext.NOBODY;
  private volatile boolean unblocked;
  private volatile Link link;
  private MessageProducer producer;
  private Batch batch;

  /**
   * @param index counts workers from 0
   */
  Sender(SenderSettings settings, int index) {
    this.settings = settings;
    this.queue = settings.destinations().nameFor(index);
    this.messages = settings.message().forWorker(index);
  }

  @Override
  public void attach(WorkerContext newContext) {
    context = newContext;
  }

  @Override
  public void open() throws JMSException {
    Link opening = Link.open(settings.provider(), settings.transaction(), context.connection());
    try {
      producer =
          opening.session().createProducer(settings.provider().queue(opening.session(), queue));
      apply(settings.options());
      messages.bind(new SessionMessages(settings.provider(), opening.session()));
      batch = new Batch(opening.session(), settings.transaction(), context.log());
    } catch (JMSException | RuntimeException e) {
      opening.close();
      throw e;
    }
    link = opening;
    if (unblocked) { // by another thread that found no link to cut
      cutUnlessClosed(opening);
    }
  }

  @Override
  public Outcome iterate() throws JMSException {
    try {
      link.check();
      Message message = messages.next();
      producer.send(message);
      if (!settings.transaction().used() && settings.provider().inDoubt(message)) {
        return Outcome.IN_DOUBT;
      }
      batch.add();
      return Outcome.DONE;
    } catch (JMSException | RuntimeException e) {
      if (link.interrupted(e)) {
        return batch.interrupted(e);
      }
      batch.rollBack(e);
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
    if (closing.healthy()) {
      batch.commitRestOrLose();
    } else {
      batch.lost();
    }
    closing.close();
  }

  @Override
  public void unblock() {
    unblocked = true;
    Link blocking = link;
    if (blocking != null) {
      cutUnlessClosed(blocking);
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

  private void apply(PutOptions options) throws JMSException {
    producer.setDeliveryMode(
        options.persistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
    producer.setPriority(options.priority());
    producer.setTimeToLive(options.timeToLive().toMillis());
    if (!options.deliveryDelay().isZero()) { // providers of JMS 1.1 know none
      producer.setDeliveryDelay(options.deliveryDelay().toMillis());
    }
  }

  private static void cutUnlessClosed(Link blocking) {
    Unblocking.start(() -> blocking.cutUnlessClosedWithin(UNBLOCK_GRACE));
  }
}
