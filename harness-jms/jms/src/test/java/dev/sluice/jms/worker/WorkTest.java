package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.core.worker.Worker.WorkerContext;
import dev.sluice.jms.WorkRecord;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Work on messages, by a clock that a wait moves. */
class WorkTest {

  private static final long MILLI = 1_000_000;
  private static final int DRAWS = 40_000;

  private final WorkRecord told = new WorkRecord();
  private final Waiting clock = new Waiting();
  private final WorkerContext context =
      new WorkerContext(ConnectionWatch.NOBODY, told, IterationTimes.NONE, clock);

  private static final class Waiting implements NanoClock {
    private long nanos = -5; // a clock may begin anywhere

    @Override
    public long nanos() {
      return nanos;
    }

    @Override
    public void parkUntil(long deadlineNanos) {
      nanos = deadlineNanos;
    }
  }

  private List<Long> worked(Work work, int worker, int messages) {
    Work.OfWorker its = work.forWorker(worker);
    int before = told.nanosOf(LatencyKind.WORK).size();
    for (int i = 0; i < messages; i++) {
      its.on(context, () -> false);
    }
    List<Long> all = told.nanosOf(LatencyKind.WORK);
    return all.subList(before, all.size());
  }

  @Test
  void itTakesItsTimeAndIsTimed() {
    assertThat(worked(new Work(new Work.Uniform(2 * MILLI, 2 * MILLI), 1), 0, 3))
        .containsExactly(2 * MILLI, 2 * MILLI, 2 * MILLI);
    assertThat(clock.nanos).isEqualTo(6 * MILLI - 5);
  }

  @Test
  void noWorkIsNotTimed() {
    assertThat(worked(Work.NONE, 0, 3)).isEmpty();
    assertThat(Work.NONE.forWorker(0).any()).isFalse();
    assertThat(clock.nanos).isEqualTo(-5);
  }

  @Test
  void theSameSeedGivesTheSameWorkerTheSameTimes() {
    Work work = new Work(new Work.Exponential(MILLI), 7);
    List<Long> first = worked(work, 0, 20);
    assertThat(worked(work, 0, 20)).isEqualTo(first);
    assertThat(worked(work, 1, 20)).doesNotContainAnyElementsOf(first);
    assertThat(worked(new Work(work.time(), 8), 0, 20)).doesNotContainAnyElementsOf(first);
  }

  @Test
  void aRampGoesFromTheFirstMessageOnAndStays() {
    Work.Ramp ramp = new Work.Ramp(10 * MILLI, 20 * MILLI, 100 * MILLI);
    List<Long> times = worked(new Work(ramp, 1), 0, 30);
    long since = 0;
    for (long time : times) {
      double share = Math.min(1, since / (100.0 * MILLI));
      assertThat(time).isEqualTo((long) (10 * MILLI + 10 * MILLI * share));
      since += time;
    }
    assertThat(times.get(29)).isEqualTo(20 * MILLI);
    assertThat(new Work.Ramp(1, 2, 0).next(new SplittableRandom(1), 0)).isEqualTo(2);
  }

  /** Means and quantiles within five of their standard errors. */
  @Test
  void distributionsAreThoseOfTheirNames() {
    double[] uniform = drawn(new Work.Uniform(100, 300));
    assertThat(mean(uniform)).isCloseTo(200, within(5 * 200 / Math.sqrt(12 * DRAWS)));
    assertThat(shareUpTo(uniform, 150)).isCloseTo(0.25, within(0.011));
    double[] exponential = drawn(new Work.Exponential(1_000));
    assertThat(mean(exponential)).isCloseTo(1_000, within(5_000 / Math.sqrt(DRAWS)));
    assertThat(shareUpTo(exponential, 1_000)).isCloseTo(1 - Math.exp(-1), within(0.012));
    double[] logNormal = drawn(new Work.LogNormal(1_000, 0.5));
    double deviation = 1_000 * Math.sqrt(Math.expm1(0.25));
    assertThat(mean(logNormal)).isCloseTo(1_000, within(5 * deviation / Math.sqrt(DRAWS)));
    assertThat(shareUpTo(logNormal, 1_000 * Math.exp(-0.125))).isCloseTo(0.5, within(0.0125));
    assertThat(shareUpTo(logNormal, 1_000 * Math.exp(0.375))).isCloseTo(0.8413, within(0.0092));
  }

  private static double[] drawn(Work.Time time) {
    SplittableRandom random = new SplittableRandom(3);
    return LongStream.range(0, DRAWS).mapToDouble(i -> time.next(random, i)).toArray();
  }

  private static double mean(double[] values) {
    return LongStream.range(0, values.length).mapToDouble(i -> values[(int) i]).average().orElse(0);
  }

  private static double shareUpTo(double[] values, double limit) {
    return LongStream.range(0, values.length).filter(i -> values[(int) i] <= limit).count()
        / (double) values.length;
  }

  @Test
  void aWorkerThatIsToEndDoesNotGoOn() {
    Work.OfWorker its =
        new Work(new Work.Uniform(3_600_000 * MILLI, 3_600_000 * MILLI), 1).forWorker(0);
    its.on(context, () -> clock.nanos >= 120 * MILLI);
    assertThat(told.nanosOf(LatencyKind.WORK)).containsExactly(150 * MILLI);
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Work.Uniform(2, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Work.LogNormal(1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Work.LogNormal(1, 3.1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Work.LogNormal(1, Double.NaN));
  }
}
