package dev.sluice.jms.worker;

import dev.sluice.core.stats.LostWorkLog;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.jms.delivery.BatchWatch;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transaction under way of one session. Used by the thread of the session alone. Without
 * transactions it does nothing.
 */
final class Batch {

  private static final Logger log = LoggerFactory.getLogger(Batch.class);

  private final Session session;
  private final int commitEvery;
  private final LostWorkLog lostWork;
  private final BatchWatch watch;

  /** Iterations done in the transaction under way. */
  private int open;

  /** Whether the last commit failed without telling what became of the transaction. */
  private boolean commitInDoubt;

  /**
   * @param watch is told what becomes of what was sent and received
   */
  Batch(Session session, Transaction transaction, LostWorkLog lostWork, BatchWatch watch) {
    this.session = session;
    this.commitEvery = transaction.commitEvery();
    this.lostWork = lostWork;
    this.watch = watch;
  }

  /**
   * One more iteration was done; commits when the transaction is full.
   *
   * @throws JMSException if the commit failed: the iteration is not done then
   */
  void add() throws JMSException {
    if (commitEvery == 0) {
      watch.committed();
      return;
    }
    if (open + 1 < commitEvery) {
      open++;
    } else {
      commit();
    }
  }

  /** Commits what is left when the worker ends; whether that worked is in the lost work. */
  void commitRestOrLose() {
    if (open == 0) {
      return;
    }
    try {
      commit();
    } catch (JMSException | RuntimeException e) {
      // counted as lost; the connection is closed next, which rolls it back
      log.debug("the last transaction was not committed", e);
    }
  }

  /** Rolls back what is under way, because of a failure. */
  void rollBack(Exception failure) {
    if (commitEvery == 0) {
      watch.failed();
      return;
    }
    lost();
    try {
      session.rollback();
    } catch (JMSException | RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * What an iteration came to during which the provider connected again. In a transaction it is an
   * iteration like those before it, rolled back with them, unless it was the commit that did not
   * get its answer.
   */
  Outcome interrupted(Exception failure) {
    if (commitEvery == 0) {
      watch.inDoubt();
      return Outcome.IN_DOUBT;
    }
    boolean unknown = commitInDoubt;
    rollBack(failure);
    if (unknown) {
      return Outcome.IN_DOUBT;
    }
    lostWork.rolledBack(1);
    return Outcome.DONE;
  }

  /** What is left will never be committed, since the session is gone. */
  void lost() {
    lostWork.rolledBack(open);
    watch.rolledBack();
    open = 0;
    commitInDoubt = false;
  }

  private void commit() throws JMSException {
    try {
      session.commit();
    } catch (TransactionRolledBackException e) {
      lost();
      throw e;
    } catch (JMSException | RuntimeException e) {
      lostWork.inDoubt(open);
      watch.inDoubt();
      open = 0;
      commitInDoubt = true;
      throw e;
    }
    watch.committed();
    open = 0;
  }
}
