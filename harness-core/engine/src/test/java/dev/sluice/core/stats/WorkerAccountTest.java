package dev.sluice.core.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.Backlog;
import dev.sluice.core.pacing.Cause;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkerAccountTest {

  /** A schedule that owes what it is told, all of it because workers were busy. */
  private static final class Schedule implements Backlog {

    private final boolean closedLoop;
    private long due;
    private double asked;
    private long ceasedAtNanos = -1;

    Schedule(boolean closedLoop) {
      this.closedLoop = closedLoop;
    }

    @Override
    public long dueBy(long nanos) {
      return due;
    }

    @Override
    public double askedBy(long nanos) {
      return asked;
    }

    @Override
    public void ceaseAt(long nanos) {
      ceasedAtNanos = nanos;
    }

    @Override
    public void tellAges(long overdue, long inFlight, long nanos, AgeLog log) {}

    @Override
    public boolean closedLoop() {
      return closedLoop;
    }

    @Override
    public long[] causesOf(long iterations, long nanos) {
      return Arrays.stream(Cause.values())
          .mapToLong(cause -> cause == Cause.BUSY ? iterations : 0)
          .toArray();
    }
  }

  private final WorkerStats stats = new WorkerStats();

  private void done(int iterations) {
    for (int i = 0; i < iterations; i++) {
      stats.begun(0, 0);
      stats.completed(0, 0, 1);
    }
  }

  private static Window reading(WorkerAccount account) {
    WorkerAccount.Sum sum = new WorkerAccount.Sum(Window.none(""));
    account.read(() -> 100);
    account.addTo(sum, 100);
    return sum.all();
  }

  @Test
  void iterationsThatAreDueAndNotBegunAreOverdue() {
    Schedule schedule = new Schedule(false);
    WorkerAccount account = new WorkerAccount(stats, schedule, 0);
    schedule.due = 10;
    schedule.asked = 10.5;
    done(3);

    Window reading = reading(account);

    assertThat(reading.counts().due()).isEqualTo(10);
    assertThat(reading.asked()).isEqualTo(10.5);
    assertThat(reading.unfinished()).isEqualTo(new Unfinished(0, 7, Map.of(Cause.BUSY, 7L), 0));
  }

  @Test
  void noMoreIsOverdueThanTheWorkerMayStillDo() {
    Schedule schedule = new Schedule(false);
    WorkerAccount account = new WorkerAccount(stats, schedule, 5);
    schedule.due = 10;
    done(3);

    assertThat(reading(account).unfinished().overdue()).isEqualTo(2);
    done(2);
    assertThat(reading(account).unfinished().overdue()).isZero();
    assertThat(reading(account).counts().due()).isEqualTo(5);
  }

  @Test
  void dueNeverFalls() {
    Schedule schedule = new Schedule(false);
    WorkerAccount account = new WorkerAccount(stats, schedule, 0);
    schedule.due = 10;
    assertThat(reading(account).counts().due()).isEqualTo(10);
    schedule.due = 9;
    assertThat(reading(account).counts().due()).isEqualTo(10);
  }

  @Test
  void aClosedLoopPostponesWhatTheRateAskedForAndItDidNotBegin() {
    Schedule schedule = new Schedule(true);
    WorkerAccount account = new WorkerAccount(stats, schedule, 0);
    schedule.asked = 10.5;
    done(4);

    Window reading = reading(account);

    assertThat(reading.counts().due()).isEqualTo(4);
    assertThat(reading.counts().get(Counter.POSTPONED)).isEqualTo(6);
    assertThat(reading.unfinished()).isEqualTo(new Unfinished(0, 0, Map.of(Cause.BUSY, 6L), 0));
  }

  /** Thousands of workers go on while the others are read. */
  @Test
  void whatFallsDueAfterAWorkerWasReadIsNotMissing() {
    Backlog tenNanosEach =
        new Backlog() {
          @Override
          public long dueBy(long nanos) {
            return nanos / 10;
          }

          @Override
          public double askedBy(long nanos) {
            return nanos / 10.0;
          }
        };
    WorkerAccount account = new WorkerAccount(stats, tenNanosEach, 0);
    done(7);
    account.read(() -> 75);
    done(3);

    WorkerAccount.Sum sum = new WorkerAccount.Sum(Window.none(""));
    account.addTo(sum, 100);

    assertThat(sum.all().counts().due()).isEqualTo(7);
    assertThat(sum.all().unfinished()).isEqualTo(Unfinished.NOTHING);
    assertThat(sum.all().asked()).isEqualTo(10);
  }

  @Test
  void writtenOffIterationsAreDroppedForTheirCause() {
    Schedule schedule = new Schedule(false);
    WorkerAccount account = new WorkerAccount(stats, schedule, 0);
    schedule.due = 10;
    done(3);

    account.writeOff(50);

    Counts counts = reading(account).counts();
    assertThat(schedule.ceasedAtNanos).isEqualTo(50);
    assertThat(counts.dropped()).isEqualTo(7);
    assertThat(counts.get(Counter.DROPPED_BUSY)).isEqualTo(7);
    assertThat(counts.due()).isEqualTo(counts.done() + counts.dropped());
    assertThat(reading(account).unfinished()).isEqualTo(Unfinished.NOTHING);
  }
}
