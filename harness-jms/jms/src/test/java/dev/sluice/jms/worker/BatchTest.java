package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.jms.WorkRecord;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.BatchWatch;
import dev.sluice.jms.worker.JmsWorker.IterationFailure;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Counts of what was not committed after all. */
class BatchTest {

  private final List<String> calls = new ArrayList<>();
  private final WorkRecord record = new WorkRecord();
  private final List<String> told = new ArrayList<>();
  private JMSException commitFailure;
  private JMSException rollbackFailure;

  private final Session session =
      (Session)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {Session.class},
              (proxy, method, arguments) -> {
                calls.add(method.getName());
                JMSException failure =
                    method.getName().equals("commit") ? commitFailure : rollbackFailure;
                if (failure != null) {
                  throw failure;
                }
                return null;
              });

  private JMSException report; // to the exception listener

  private Failure meaning = new Failure("connection broken", "", false, true);

  private final JmsProvider provider =
      (JmsProvider)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {JmsProvider.class},
              (proxy, method, arguments) -> meaning);

  private final BatchWatch watch =
      new BatchWatch() {
        @Override
        public void committed() {
          told.add("committed");
        }

        @Override
        public void rolledBack() {
          told.add("rolled back");
        }

        @Override
        public void inDoubt() {
          told.add("in doubt");
        }
      };

  @Test
  void withoutTransactionsTheSessionIsLeftAlone() throws JMSException {
    Batch batch = batch(0);
    batch.add();
    batch.settleRestOrLose();
    batch.rollBack(new JMSException("failed"));

    assertThat(calls).isEmpty();
  }

  @Test
  void aFailureRollsBackWhatWasDoneBefore() throws JMSException {
    Batch batch = batch(10);
    batch.add();
    batch.add();
    batch.rollBack(new JMSException("send failed"));

    assertThat(calls).containsExactly("rollback");
    assertThat(record.rolledBack()).isEqualTo(2);

    batch.settleRestOrLose();
    assertThat(calls).containsExactly("rollback");
  }

  @Test
  void aRollbackThatFailsIsNotedWithTheFailure() throws JMSException {
    rollbackFailure = new JMSException("broken");
    JMSException failure = new JMSException("send failed");
    Batch batch = batch(10);
    batch.add();
    batch.rollBack(failure);

    assertThat(failure.getSuppressed()).containsExactly(rollbackFailure);
    assertThat(record.rolledBack()).isEqualTo(1);
  }

  @Test
  void aCommitThatWasRolledBackLosesTheIterationsBeforeIt() throws JMSException {
    commitFailure = new TransactionRolledBackException("backed out");
    Batch batch = batch(3);
    batch.add();
    batch.add();

    // the third fails, and is counted as failed by the code that did it
    assertThatExceptionOfType(JMSException.class).isThrownBy(batch::add);
    assertThat(record.rolledBack()).isEqualTo(2);
    assertThat(record.inDoubt()).isZero();
  }

  @Test
  void aCommitWithoutAnAnswerIsInDoubt() throws JMSException {
    commitFailure = new JMSException("connection broken");
    Batch batch = batch(3);
    batch.add();
    batch.add();

    assertThatExceptionOfType(JMSException.class).isThrownBy(batch::add);
    batch.rollBack(commitFailure);
    assertThat(record.inDoubt()).isEqualTo(2);
    assertThat(record.rolledBack()).isZero();
  }

  @Test
  void aCommitThatTheBrokerRefusesIsRolledBack() throws JMSException {
    meaning = new Failure("the queue is full", "", false, false);
    commitFailure = new JMSException("the queue is full");
    Batch batch = batch(3);
    batch.add();
    batch.add();

    assertThatExceptionOfType(JMSException.class).isThrownBy(batch::add);
    batch.rollBack(commitFailure);
    assertThat(record.rolledBack()).isEqualTo(2);
    assertThat(record.inDoubt()).isZero();
    assertThat(told).doesNotContain("in doubt");
  }

  @Test
  void aRestThatCannotBeCommittedIsCounted() throws JMSException {
    commitFailure = new JMSException("connection broken");
    Batch batch = batch(3);
    batch.add();
    batch.settleRestOrLose();

    assertThat(record.inDoubt()).isEqualTo(1);
  }

  @Test
  void aBatchOfOneCommitsEveryTime() throws JMSException {
    Batch batch = batch(1);
    batch.add();
    batch.add();

    assertThat(calls).containsExactly("commit", "commit");
  }

  @Test
  void withoutTransactionsAnInterruptedCallIsInDoubt() {
    Batch batch = batch(0);

    assertThat(batch.interrupted(new JMSException("interrupted"))).isEqualTo(Outcome.IN_DOUBT);
    assertThat(calls).isEmpty();
  }

  @Test
  void anInterruptedTransactionIsRolledBackWithTheIterationUnderWay() throws JMSException {
    Batch batch = batch(10);
    batch.add();
    batch.add();

    assertThat(batch.interrupted(new JMSException("interrupted"))).isEqualTo(Outcome.DONE);
    assertThat(record.rolledBack()).isEqualTo(3);
    assertThat(record.inDoubt()).isZero();
    assertThat(calls).containsExactly("rollback");
  }

  @Test
  void aCommitThatWasRolledBackByReconnectingLosesAllOfItsIterations() throws JMSException {
    commitFailure = new TransactionRolledBackException("backed out");
    Batch batch = batch(3);
    batch.add();
    batch.add();
    assertThatExceptionOfType(JMSException.class).isThrownBy(batch::add);

    assertThat(batch.interrupted(commitFailure)).isEqualTo(Outcome.DONE);
    assertThat(record.rolledBack()).isEqualTo(3);
  }

  @Test
  void anInterruptedCommitIsInDoubtWithAllOfItsIterationsAndTheNextOneIsNot() throws JMSException {
    commitFailure = new JMSException("interrupted");
    Batch batch = batch(3);
    batch.add();
    batch.add();
    assertThatExceptionOfType(JMSException.class).isThrownBy(batch::add);

    assertThat(batch.interrupted(commitFailure)).isEqualTo(Outcome.IN_DOUBT);
    assertThat(record.inDoubt()).isEqualTo(2); // and the last by its outcome
    assertThat(record.rolledBack()).isZero();

    batch.add();
    assertThat(batch.interrupted(new JMSException("interrupted"))).isEqualTo(Outcome.DONE);
    assertThat(record.rolledBack()).isEqualTo(2);
  }

  /** A batch of this many, or one of a session without transactions. */
  @Test
  void itsWatchLearnsWhatBecameOfWork() throws JMSException {
    Batch batch = batch(2);
    batch.add();
    assertThat(told).isEmpty();
    batch.add();
    assertThat(told).containsExactly("committed");

    batch.add();
    batch.rollBack(new JMSException("send failed"));
    assertThat(told).containsExactly("committed", "rolled back");

    commitFailure = new JMSException("connection broken");
    batch.add();
    assertThatExceptionOfType(JMSException.class).isThrownBy(batch::add);
    assertThat(told).containsExactly("committed", "rolled back", "in doubt");
  }

  /** Some clients commit what the broker refused, and tell the exception listener alone. */
  @Test
  void aCommitOfWhichTheConnectionReportsAFailureIsInDoubt() throws JMSException {
    Batch batch = batch(3);
    batch.add();
    batch.add();
    report = new JMSException("a message was refused");
    assertThatExceptionOfType(IterationFailure.class)
        .isThrownBy(batch::add)
        .matches(IterationFailure::outcomeUnknown);

    assertThat(calls).containsExactly("commit");
    assertThat(told).containsExactly("in doubt");
    assertThat(record.inDoubt()).isEqualTo(2);

    batch.add();
    batch.settle();
    assertThat(told).containsExactly("in doubt", "committed");
  }

  @Test
  void whatIsReceivedInASessionThatSettlesByItselfIsSoAtOnce() throws JMSException {
    batch(0).received(null);
    assertThat(told).containsExactly("committed");

    batch(2).received(null);
    assertThat(told).containsExactly("committed");
  }

  private void tellReport() throws JMSException {
    JMSException heard = report;
    report = null;
    if (heard != null) {
      throw heard;
    }
  }

  private Batch batch(int size) {
    SessionSettings settings = SessionSettings.of(provider);
    return new Batch(
        session,
        size == 0 ? settings : settings.transacted(size),
        record.context(),
        this::tellReport,
        watch);
  }
}
