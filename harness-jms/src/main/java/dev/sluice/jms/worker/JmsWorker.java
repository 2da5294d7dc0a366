package dev.sluice.jms.worker;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.WorkerContext;
import dev.sluice.jms.connection.MessageWait;
import dev.sluice.jms.connection.Unblocking;
import dev.sluice.jms.connection.WorkerSession;
import dev.sluice.jms.connection.WorkerSessions;
import dev.sluice.jms.message.MessageSource;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionConsumer;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalCheck;
import dev.sluice.jms.tracking.BatchWatch;
import dev.sluice.jms.tracking.TrackingProperties;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of a worker with a session: it opens it, works in it, tells a failure from an
 * interruption, and settles what is left at its end.
 *
 * <p>A worker that waits inside the client library is ended by another thread. A receive returns
 * when its consumer is closed, which JMS allows; but a session must not be used by two threads, so
 * outside of receive the worker holds a lock that the closing thread takes too. Any other call, as
 * a send that waits for room, can only be ended by closing the session, which rolls its transaction
 * back; so it is left some time to end by itself. Where closing ends no waits, a receive ends with
 * its turn, and any other call when the client returns from it.
 */
abstract class JmsWorker implements Worker {

  private static final Logger log = LoggerFactory.getLogger(JmsWorker.class);
  private static final Duration UNBLOCK_GRACE = Duration.ofSeconds(2);

  /** Providers close consumers a little before they tell why. */
  private static final Duration REPORT_GRACE = Duration.ofSeconds(1);

  private final SessionSettings settings;
  private final WorkerSessions sessions;
  private final int index;
  private final TrackingProperties stamps;
  private final ArrivalCheck arrivals;
  private final BatchWatch batchWatch;
  private final ReentrantLock sessionUse = new ReentrantLock();
  private final MessageWait wait = new MessageWait();

  private WorkerContext context = WorkerContext.NOBODY;
  private volatile WorkerSession workerSession;
  private Batch batch;
  private boolean failed; // in the last iteration
  private boolean unsettled; // what failed then was a commit, or a put or get outside of one

  /**
   * @param sessions where the workload's sessions come from
   * @param index counts the workload's workers from 0
   */
  JmsWorker(SessionSettings settings, WorkerSessions sessions, int index) {
    this(settings, sessions, index, TrackingProperties.NONE, ArrivalCheck.NONE);
  }

  /**
   * @param stamps of what the worker puts
   * @param arrivals the check of what it receives
   */
  JmsWorker(
      SessionSettings settings,
      WorkerSessions sessions,
      int index,
      TrackingProperties stamps,
      ArrivalCheck arrivals) {
    this.settings = settings;
    this.sessions = sessions;
    this.index = index;
    this.stamps = stamps;
    this.arrivals = arrivals;
    // without transactions a put is settled where it is made, whatever becomes of the batch
    this.batchWatch = settings.transacted() ? stamps.and(arrivals) : arrivals;
  }

  /** Refuses what no receive can wait: less than 1 ms, but for 0, which is for ever. */
  static void requireReceivable(Duration timeout) {
    if (timeout.isNegative() || (!timeout.isZero() && timeout.toMillis() < 1)) {
      throw new IllegalArgumentException(
          "a receive can wait 1 ms or more, or 0 = forever, not " + timeout);
    }
  }

  /** Makes what the worker needs of its session, before messages come in. */
  abstract void prepare(JmsSession session) throws JMSException;

  /** Does one unit of work. */
  abstract Outcome work() throws JMSException;

  /** The outcome of an iteration during which the provider reconnected. */
  Outcome interrupted(Exception failure) {
    return batch.interrupted(failure);
  }

  /** Called before anything is closed, without the session. */
  void beforeClose() {}

  /**
   * Does what the worker does last, while its session is good and nothing has failed; failures of
   * this are not counted.
   */
  void finish() throws JMSException {}

  @Override
  public void attach(WorkerContext newContext) {
    context = newContext;
  }

  @Override
  public final void open() throws JMSException {
    WorkerSession opening = sessions.open(index, context.connection());
    try {
      batch = new Batch(opening.session(), settings, context, batchWatch);
      workerSession = opening;
      prepare(opening.session());
      opening.start();
    } catch (JMSException | RuntimeException e) {
      workerSession = null;
      opening.close();
      throw e;
    }
    if (unblocked() && settings.provider().closingEndsWaits()) {
      cutUnlessClosed(opening); // which the unblocking thread did not find
    }
  }

  @Override
  public final Outcome iterate() throws JMSException {
    sessionUse.lock();
    try {
      failed = false;
      workerSession.check();
      return work();
    } catch (JMSException | RuntimeException e) {
      failed = true;
      unsettled = batch.inDoubt();
      if (workerSession.interrupted(e)) {
        return interrupted(e);
      }
      batch.rollBack(e);
      throw e;
    } finally {
      sessionUse.unlock();
    }
  }

  @Override
  public final void close() {
    WorkerSession closing = workerSession;
    if (closing == null) {
      return;
    }
    beforeClose();
    sessionUse.lock();
    try {
      if (closing.healthy()) {
        batch.settleRestOrLose();
        if (!failed) { // else it may be to be opened again
          finishQuietly();
        }
      } else {
        batch.lost();
      }
    } finally {
      workerSession = null;
      sessionUse.unlock();
    }
    closing.close();
  }

  @Override
  public final void unblock() {
    Optional<SessionConsumer> waiting = wait.end();
    if (!settings.provider().closingEndsWaits()) {
      return;
    }
    waiting.ifPresent(consumer -> Unblocking.close(() -> closeConsumer(consumer)));
    WorkerSession blocking = workerSession;
    if (blocking != null) {
      cutUnlessClosed(blocking);
    }
  }

  @Override
  public String causeOf(Exception failure) {
    if (failure instanceof IterationFailure known) {
      return known.getMessage();
    }
    return settings.provider().explain(failure).cause();
  }

  @Override
  public boolean leavesInDoubt(Exception failure) {
    if (failure instanceof IterationFailure known) {
      return known.outcomeUnknown();
    }
    return unsettled && !settings.provider().explain(failure).refused();
  }

  @Override
  public boolean survives(Exception failure) {
    return failure instanceof IterationFailure
        || !settings.provider().explain(failure).connectionBroken();
  }

  final SessionSettings settings() {
    return settings;
  }

  /** Counts the workload's workers from 0. */
  final int index() {
    return index;
  }

  final WorkerContext context() {
    return context;
  }

  final WorkerSession workerSession() {
    return workerSession;
  }

  final JmsSession session() {
    return workerSession.session();
  }

  final Batch batch() {
    return batch;
  }

  /** Of what the worker puts. */
  final TrackingProperties stamps() {
    return stamps;
  }

  /**
   * Puts the worker's messages.
   *
   * @param session which puts them
   * @param settled whether each is settled where it is put, rather than with its transaction
   * @param to null if each is put by a producer of its own destination
   * @param timed whether a put is only a part of what the worker does
   */
  final MessageSender sender(
      JmsSession session,
      boolean settled,
      Destination to,
      OutgoingMessage outgoing,
      MessageSource messages,
      boolean timed)
      throws JMSException {
    return new MessageSender(
        settings.provider(),
        session,
        settled,
        to,
        outgoing,
        messages,
        timed,
        stamps,
        batch,
        context);
  }

  /** Whether the worker is to end and must not wait any more. */
  final boolean unblocked() {
    return wait.ended();
  }

  /**
   * Waits for a message, and lets another thread end that.
   *
   * @param timeoutMillis how long to wait, 0 for ever
   * @return null if none came in time or the worker is to end
   * @throws JMSException the loss of the connection, if that ended the wait
   */
  final Message receive(SessionConsumer consumer, long timeoutMillis) throws JMSException {
    Message message;
    try {
      message = await(consumer, timeoutMillis);
    } catch (JMSException | RuntimeException e) {
      if (getsSettle() && settings.provider().getsTakeAtOnce()) {
        batch.settledCallFailed();
      }
      throw e;
    }
    if (message != null) {
      accept(message);
    }
    return message;
  }

  private Message await(SessionConsumer consumer, long timeoutMillis) throws JMSException {
    sessionUse.unlock();
    Message message;
    try {
      message = wait.await(consumer, timeoutMillis, context.clock());
    } catch (IllegalStateException e) {
      workerSession.checkFor(REPORT_GRACE, context.clock());
      throw e;
    } finally {
      sessionUse.lock();
    }
    if (message == null) {
      workerSession.check();
    }
    return message;
  }

  /** Whether a message is settled where it is got, rather than with its transaction. */
  boolean getsSettle() {
    return !batch.settles();
  }

  /** A message has come, which belongs to the iteration under way. */
  final void accept(Message message) {
    arrivals.arrived(message, context.log());
    batch.received(message);
  }

  /** Guards the session, which several threads use. */
  final ReentrantLock sessionUse() {
    return sessionUse;
  }

  private void finishQuietly() {
    try {
      finish();
    } catch (JMSException | RuntimeException e) {
      // the worker ends either way
      log.debug("a worker did not finish cleanly", e);
    }
  }

  private void closeConsumer(SessionConsumer closing) {
    sessionUse.lock();
    try {
      WorkerSession.closeQuietly(closing);
    } finally {
      sessionUse.unlock();
    }
  }

  private static void cutUnlessClosed(WorkerSession blocking) {
    Unblocking.cutAfter(UNBLOCK_GRACE, blocking::closeUnlessClosing);
  }
}
