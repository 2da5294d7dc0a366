package dev.sluice.jms.worker;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.WorkLog;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.core.worker.Worker.WorkerContext;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.BatchWatch;
import dev.sluice.jms.worker.JmsWorker.IterationFailure;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The iterations of one session that are not settled yet: those of the transaction under way, or
 * those whose messages are not acknowledged. Used by the thread of the session alone. In a session
 * that settles by itself it does nothing.
 */
final class Batch {

  private static final Logger log = LoggerFactory.getLogger(Batch.class);

  private final Session session;
  private final boolean transacted;
  private final int size; // 0 if there is nothing to settle
  private final long delayNanos;
  private final JmsProvider provider;
  private final WorkLog work;
  private final NanoClock clock;
  private final Reports reports;
  private final BatchWatch[] watches;

  /** What the connection's exception listener hears. */
  @FunctionalInterface
  interface Reports {

    /** Throws what it heard since the last time, if it did. */
    void check() throws JMSException;
  }

  /** Iterations done that are not settled. */
  private int open;

  /** The last message received and not yet settled, if any. */
  private Message last;

  /** Whether the last commit, or a put or get that settles by itself, failed. */
  private boolean inDoubt;

  /**
   * @param reports a client may tell by them alone that its broker refused what was committed
   * @param watches learn what happens to what was received, and to what was put in a transaction
   */
  Batch(
      Session session,
      SessionSettings settings,
      WorkerContext context,
      Reports reports,
      BatchWatch... watches) {
    this.session = session;
    this.transacted = settings.transacted();
    this.size = settings.settles() ? settings.batch() : 0;
    this.delayNanos = settings.commitDelay().toNanos();
    this.provider = settings.provider();
    this.work = context.log();
    this.clock = context.clock();
    this.reports = reports;
    this.watches = watches;
  }

  /** Whether iterations are settled here. */
  boolean settles() {
    return size > 0;
  }

  /** A message was received, which belongs to the iteration under way. */
  void received(Message message) {
    last = message;
    if (size == 0) {
      tell(BatchWatch::committedAtOnce);
    }
  }

  /**
   * One more iteration was done; commits or acknowledges when the batch is full.
   *
   * @throws JMSException if that failed: the iteration is not done then
   */
  void add() throws JMSException {
    if (size == 0) {
      return;
    }
    if (open + 1 < size) {
      work.uncommitted();
      open++;
    } else {
      settle();
    }
  }

  /** Settles what is left when the worker ends; whether that worked is in the lost work. */
  void settleRestOrLose() {
    if (open == 0) {
      return;
    }
    try {
      settle();
    } catch (JMSException | RuntimeException e) {
      // counted as lost; the session is closed next, which rolls it back
      log.debug("the last batch was not settled", e);
    }
  }

  /** Rolls back what is under way, because of a failure. */
  void rollBack(Exception failure) {
    if (size == 0) {
      inDoubt = false;
      return;
    }
    lost();
    try {
      if (transacted) {
        session.rollback();
      } else {
        session.recover();
      }
    } catch (JMSException | RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * The outcome of an iteration during which the provider reconnected. In a batch it is an
   * iteration like those before it, rolled back with them, unless it was the commit that did not
   * get its answer.
   */
  Outcome interrupted(Exception failure) {
    boolean unknown = size == 0 || inDoubt;
    rollBack(failure);
    if (unknown) {
      return Outcome.IN_DOUBT;
    }
    work.uncommitted();
    work.rolledBack(1);
    return Outcome.DONE;
  }

  /** A put or get outside of a transaction failed. */
  void settledCallFailed() {
    inDoubt = true;
  }

  /** Whether what failed last was a commit, or a call outside of one, which may have been done. */
  boolean inDoubt() {
    return inDoubt;
  }

  /** The rest will never be settled, because the session is gone. */
  void lost() {
    work.rolledBack(open);
    settled(BatchWatch::rolledBack);
    inDoubt = false;
  }

  /**
   * Commits or acknowledges what is under way, however much that is.
   *
   * @throws JMSException if that failed: what is under way is counted as lost or in doubt
   */
  void settle() throws JMSException {
    if (size == 0) {
      return;
    }
    delay();
    long startNanos = clock.nanos();
    try {
      if (transacted) {
        session.commit();
      } else if (last != null) {
        last.acknowledge();
      }
    } catch (JMSException | RuntimeException e) {
      if (e instanceof TransactionRolledBackException || provider.explain(e).refused()) {
        lost();
      } else {
        doubt();
      }
      throw e;
    }
    if (transacted) {
      requireUnreported();
    }
    work.part(LatencyKind.COMMIT, clock.nanos() - startNanos);
    work.committed(open);
    settled(BatchWatch::committed);
  }

  private void requireUnreported() throws JMSException {
    try {
      reports.check();
    } catch (JMSException e) {
      doubt();
      throw new IterationFailure(provider.explain(e).cause(), true);
    }
  }

  private void doubt() {
    work.commitInDoubt(open);
    settled(BatchWatch::inDoubt);
    inDoubt = true;
  }

  /** Nothing is under way any more. */
  private void settled(Consumer<BatchWatch> how) {
    tell(how);
    open = 0;
    last = null;
  }

  private void tell(Consumer<BatchWatch> event) {
    for (BatchWatch watch : watches) {
      event.accept(watch);
    }
  }

  private void delay() {
    if (delayNanos == 0) {
      return;
    }
    long untilNanos = clock.nanos() + delayNanos;
    while (clock.nanos() - untilNanos < 0) {
      clock.parkUntil(untilNanos);
    }
  }
}
