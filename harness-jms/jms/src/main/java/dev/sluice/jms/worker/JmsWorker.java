package dev.sluice.jms.worker;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.core.worker.ProcessLimits;
import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.WorkerContext;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.connection.MessageWait;
import dev.sluice.jms.connection.Unblocking;
import dev.sluice.jms.connection.WorkerSession;
import dev.sluice.jms.connection.WorkerSessions;
import dev.sluice.jms.provider.CauseChain;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.ArrivalChecking.ArrivalCheck;
import dev.sluice.jms.tracking.BatchWatch;
import dev.sluice.jms.tracking.TrackingProperties;
import dev.sluice.jms.tracking.WorkloadTracking;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.io.ObjectStreamException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
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

  /**
   * The place of a worker in its workload.
   *
   * @param session how the workload's workers connect
   * @param sessions where their sessions come from
   * @param index counts them from 0
   */
  record Seat(SessionSettings session, WorkerSessions sessions, int index) {}

  private final Seat seat;
  private final TrackingProperties stamps;
  private final ArrivalCheck arrivals;
  private final BatchWatch[] batchWatches;
  private final ReentrantLock sessionUse = new ReentrantLock();
  private final MessageWait wait = new MessageWait(InstantSource.system());

  private WorkerContext context = WorkerContext.NOBODY;
  private volatile WorkerSession workerSession;
  private Batch batch;
  private boolean failed; // in the last iteration
  private boolean unsettled; // what failed then was a commit, or a put or get outside of one

  /**
   * @param stamping of what the workload puts
   * @param checking of what it receives
   */
  JmsWorker(Seat seat, WorkloadTracking stamping, ArrivalChecking checking) {
    this.seat = seat;
    this.stamps = stamping.ofWorker(seat.index());
    this.arrivals = checking.ofWorker(seat.index());
    // without transactions a put is settled where it is made, whatever becomes of the batch
    this.batchWatches =
        settings().transacted() ? new BatchWatch[] {stamps, arrivals} : new BatchWatch[] {arrivals};
  }

  /** Makes the workers of a workload. */
  static WorkerFactory factory(SessionSettings session, Function<Seat, JmsWorker> worker) {
    return factory(session, true, worker);
  }

  /**
   * The same.
   *
   * @param paceable see {@link WorkerFactory#paceable}
   */
  static WorkerFactory factory(
      SessionSettings session, boolean paceable, Function<Seat, JmsWorker> worker) {
    WorkerSessions sessions = WorkerSessions.of(session);
    return new WorkerFactory() {
      @Override
      public Worker create(int index) {
        return worker.apply(new Seat(session, sessions, index));
      }

      @Override
      public void requireRoomFor(int workers) {
        int connections = session.connectionsFor(workers);
        session
            .provider()
            .connectionCost()
            .ifPresent(each -> each.requireRoomFor(connections, ProcessLimits.now()));
      }

      @Override
      public boolean paceable() {
        return paceable;
      }
    };
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
    stamps.attach(newContext.times());
  }

  @Override
  public final void prepareThread() {
    provider().client().adoptThread();
  }

  @Override
  public final void open() throws JMSException {
    WorkerSession opening = seat.sessions().open(index(), context.connection());
    try {
      batch = new Batch(opening.session().jms(), settings(), context, opening::check, batchWatches);
      workerSession = opening;
      context.connection().accepted();
      prepare(opening.session());
      opening.start();
    } catch (JMSException | RuntimeException e) {
      workerSession = null;
      opening.close();
      throw e;
    }
    if (unblocked() && provider().closingEndsWaits()) {
      cutUnlessClosed(opening); // which the unblocking thread did not find
    }
  }

  @Override
  public final Outcome iterate() throws JMSException {
    sessionUse.lock();
    Outcome outcome = null;
    try {
      failed = false;
      workerSession.check();
      outcome = work();
      return outcome;
    } catch (JMSException | RuntimeException e) {
      failed = true;
      unsettled = batch.inDoubt();
      if (workerSession.interrupted(e)) {
        return interrupted(e);
      }
      batch.rollBack(e);
      throw e;
    } finally {
      stamps.iterated(outcome == Outcome.DONE);
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
    Optional<MessageConsumer> waiting = wait.end();
    if (!provider().closingEndsWaits()) {
      return;
    }
    waiting.ifPresent(
        consumer -> Unblocking.close(() -> provider().client().run(() -> closeConsumer(consumer))));
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
    return provider().explain(failure).cause();
  }

  @Override
  public boolean leavesInDoubt(Exception failure) {
    if (failure instanceof IterationFailure known) {
      return known.outcomeUnknown();
    }
    return unsettled && !provider().explain(failure).refused();
  }

  @Override
  public boolean survives(Exception failure) {
    return failure instanceof IterationFailure || !provider().explain(failure).connectionBroken();
  }

  @Override
  public boolean impossible(Exception failure) {
    return provider().explain(failure).impossible();
  }

  final SessionSettings settings() {
    return seat.session();
  }

  final JmsProvider provider() {
    return seat.session().provider();
  }

  /** Counts the workload's workers from 0. */
  final int index() {
    return seat.index();
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
  final Message receive(MessageConsumer consumer, long timeoutMillis) throws JMSException {
    return receive(consumer, timeoutMillis, context.times());
  }

  /** The same for a message that is owed to the worker, as an answer is: its wait is work. */
  final Message receiveOwed(MessageConsumer consumer, long timeoutMillis) throws JMSException {
    return receive(consumer, timeoutMillis, IterationTimes.NONE);
  }

  private Message receive(MessageConsumer consumer, long timeoutMillis, IterationTimes times)
      throws JMSException {
    Message message;
    try {
      message = await(consumer, timeoutMillis, times);
    } catch (JMSException | RuntimeException e) {
      if (getsSettle() && (provider().getsTakeAtOnce() || notMade(e))) {
        batch.settledCallFailed();
      }
      throw e;
    }
    if (message != null) {
      accept(message);
    }
    return message;
  }

  /** Whether the client took a message, it may be for good, and could not make it. */
  private static boolean notMade(Exception failure) {
    return CauseChain.of(failure).stream()
        .anyMatch(
            cause ->
                cause instanceof ReflectiveOperationException
                    || cause instanceof ClassCastException
                    || cause instanceof ObjectStreamException);
  }

  private Message await(MessageConsumer consumer, long timeoutMillis, IterationTimes times)
      throws JMSException {
    sessionUse.unlock();
    Message message;
    try {
      message = wait.await(consumer, timeoutMillis, context.clock(), times);
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

  /** Records a failed non-transacted put. */
  final void settledPutFailed(Exception failure) {
    if (provider().explain(failure).refused()) {
      stamps.rolledBack();
    } else {
      stamps.inDoubt();
      batch.settledCallFailed();
    }
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

  private void closeConsumer(MessageConsumer closing) {
    sessionUse.lock();
    try {
      WorkerSession.closeQuietly(closing);
    } finally {
      sessionUse.unlock();
    }
  }

  private void cutUnlessClosed(WorkerSession blocking) {
    Unblocking.cutAfter(UNBLOCK_GRACE, () -> provider().client().run(blocking::closeUnlessClosing));
  }

  /** An iteration failed, and the session is as good as before. Its message is the cause. */
  static final class IterationFailure extends JMSException {

    private static final long serialVersionUID = 1L;

    private final boolean outcomeUnknown;

    IterationFailure(String cause) {
      this(cause, false);
    }

    /**
     * @param outcomeUnknown whether the work may have been done all the same
     */
    IterationFailure(String cause, boolean outcomeUnknown) {
      super(cause);
      this.outcomeUnknown = outcomeUnknown;
    }

    boolean outcomeUnknown() {
      return outcomeUnknown;
    }
  }
}
