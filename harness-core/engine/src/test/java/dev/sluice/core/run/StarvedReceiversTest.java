package dev.sluice.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.Arrivals;
import dev.sluice.core.pacing.CatchUp;
import dev.sluice.core.pacing.Cause;
import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.core.pacing.PacingQuantum;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.result.Verdict.Kind;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Window;
import dev.sluice.core.time.VirtualTime;
import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.WorkerContext;
import dev.sluice.core.worker.WorkerFactory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Receivers with a rate, and messages that come at random, now too few of them and now too many.
 * Nothing that was not there to take is called busy, overdue for another reason or unanswered,
 * whether a receive has a time-out or not; and if all is there, the target is kept.
 */
class StarvedReceiversTest {

  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;
  private static final long TURN_NANOS = 2 * SECOND;
  private static final long LOOK_NANOS = 50 * MILLI; // whether it is to end
  private static final int MORE_THAN_ENOUGH = 10_000;
  private static final Duration LENGTH = Duration.ofSeconds(30);
  private static final int RUNS = Boolean.getBoolean("soak") ? 300 : 40;

  @Test
  void whatWasNotThereIsNeverBusy() throws Exception {
    int idle = 0;
    int kept = 0;
    for (long seed = 0; seed < RUNS; seed++) {
      Starvation starvation = new Starvation(seed);
      Summary.Workload workload = new VirtualTime().play(starvation::play);
      for (Snapshot each : starvation.run.snapshots) {
        assertNotBusy(starvation, each.workloads().get(0));
      }
      assertNotBusy(starvation, workload.measured());
      Verdict verdict = workload.verdict();
      assertThat(verdict.kind())
          .as("%s: %s", starvation, verdict)
          .isIn(Kind.IDLE, Kind.KEPT, Kind.UNLIMITED);
      if (starvation.schedule == Arrivals.UNIFORM) {
        assertThat(verdict.shares())
            .as("%s", starvation)
            .allMatch(each -> each.kind() == Kind.IDLE);
      }
      idle += verdict.kind() == Kind.IDLE ? 1 : 0;
      kept += verdict.kind() == Kind.KEPT ? 1 : 0;
    }
    assertThat(idle).isGreaterThan(RUNS / 3);
    assertThat(kept).isGreaterThan(RUNS / 5);
  }

  private static void assertNotBusy(Starvation starvation, Window window) {
    Counts counts = window.counts();
    for (Cause cause : Cause.values()) {
      if (cause != Cause.NOTHING_TO_DO) {
        assertThat(counts.dropped(cause)).as("%s, dropped, %s", starvation, cause).isZero();
      }
    }
    if (starvation.schedule == Arrivals.UNIFORM) { // else what is overdue is an expectation
      assertThat(window.unfinished().missing().keySet())
          .as("%s, overdue", starvation)
          .isSubsetOf(Cause.NOTHING_TO_DO);
    }
  }

  /** One run. */
  private static final class Starvation implements WorkerFactory {

    private final long seed;
    private final SplittableRandom random;
    private final int workers;
    private final double ratePerSecond; // of each
    private final long timeoutNanos; // of a receive
    private final CatchUp catchUp;
    private final Arrivals schedule;
    private final Queue<Long> queue = new ArrayDeque<>(); // when each message is sent
    private VirtualTime clock;
    private LiveRun run;

    Starvation(long seed) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.workers = 1 + random.nextInt(4);
      this.ratePerSecond = random.nextDouble(0.2, 30);
      this.timeoutNanos =
          random.nextBoolean() ? Long.MAX_VALUE : random.nextLong(10 * MILLI, 5 * SECOND);
      this.catchUp =
          List.of(CatchUp.NONE, new CatchUp(300 * MILLI), CatchUp.DEFAULT).get(random.nextInt(3));
      this.schedule = random.nextBoolean() ? Arrivals.POISSON : Arrivals.UNIFORM;
    }

    @Override
    public String toString() {
      return "seed %d, %d x %.1f/s, %s, time-out %d ms, %s"
          .formatted(seed, workers, ratePerSecond, schedule, timeoutNanos / MILLI, catchUp);
    }

    Summary.Workload play() throws Exception {
      clock = VirtualTime.current();
      send();
      WorkloadSpec receivers =
          WorkloadSpec.of("receivers", this, workers, new RateTarget.PerWorker(ratePerSecond))
              .withCatchUp(catchUp)
              .withArrivals(schedule)
              .withQuantum(PacingQuantum.EXACT);
      run =
          LiveRun.of(
              new RunSpec(
                  "test",
                  List.of(receivers),
                  LENGTH,
                  Duration.ZERO,
                  Duration.ofSeconds(1),
                  LiveRun.STOP_TIMEOUT));
      clock.spend(LENGTH.toNanos());
      return run.summary().workloads().get(0);
    }

    /** For some seconds at a share of what is asked for, then at another. */
    private void send() {
      long endNanos = VirtualTime.ORIGIN + LENGTH.toNanos() + SECOND;
      long fromNanos = VirtualTime.ORIGIN;
      for (int i = 0; seed % 4 == 0 && i < MORE_THAN_ENOUGH; i++) {
        queue.add(fromNanos);
      }
      while (fromNanos < endNanos) {
        double share = random.nextInt(4) == 0 ? 0 : random.nextDouble(1.3);
        long untilNanos = fromNanos + random.nextLong(SECOND, 8 * SECOND);
        double gapNanos = SECOND / Math.max(1e-9, share * ratePerSecond * workers);
        for (long next = fromNanos + gap(gapNanos); next < untilNanos; next += gap(gapNanos)) {
          queue.add(next);
        }
        fromNanos = untilNanos;
      }
    }

    private long gap(double meanNanos) {
      return (long) Math.min(1e12, -Math.log(1 - random.nextDouble()) * meanNanos);
    }

    @Override
    public Worker create(int index) {
      return new Receiver();
    }

    /** One that waits in turns, as those of JMS do, and tells since when its message was there. */
    private final class Receiver implements Worker {

      private IterationTimes times = IterationTimes.NONE;
      private volatile boolean ended;

      @Override
      public void attach(WorkerContext context) {
        times = context.times();
      }

      @Override
      public void open() {}

      @Override
      public Outcome iterate() {
        long leftNanos = timeoutNanos;
        while (leftNanos > 0 && !ended) {
          long startNanos = clock.nanos();
          times.waits(startNanos);
          Long sentNanos = poll(startNanos + Math.min(leftNanos, TURN_NANOS));
          times.waitedUntil(sentNanos == null ? clock.nanos() : sentNanos);
          if (sentNanos != null) {
            return Outcome.DONE;
          }
          leftNanos -= clock.nanos() - startNanos;
        }
        return Outcome.NOTHING;
      }

      private Long poll(long untilNanos) {
        while (queue.isEmpty() || queue.peek() > clock.nanos()) {
          if (clock.nanos() >= untilNanos || ended) {
            return null;
          }
          long nextNanos = queue.isEmpty() ? untilNanos : Math.min(queue.peek(), untilNanos);
          clock.spend(Math.min(LOOK_NANOS, nextNanos - clock.nanos()));
        }
        return queue.poll();
      }

      @Override
      public void unblock() {
        ended = true;
      }

      @Override
      public void close() {}
    }
  }
}
