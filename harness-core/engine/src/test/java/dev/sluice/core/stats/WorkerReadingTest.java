package dev.sluice.core.stats;

import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.Backlog;
import dev.sluice.core.stats.WorkerReading.ServiceTimes;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers that are read one by one. */
class WorkerReadingTest {

  private final WorkloadStats stats = new WorkloadStats(true, 1);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void readingsAddUpToWhatTheWorkerDid(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    WorkerStats worker = joined("w-1", 0);
    Histogram done = LatencyCounts.newHistogram();
    WorkerReading sum = new WorkerReading("w-1", 0, 0, 0, ServiceTimes.NONE);
    for (long second = 0; second < 200; second++) {
      for (int i = random.nextInt(20); i > 0; i--) {
        // over many powers of two, so that cells are taken into use in between and out of order
        long nanos = random.nextLong(1L << random.nextInt(1, 45));
        worker.completed(0, nanos);
        done.recordValue(nanos);
      }
      List<WorkerReading> readings = stats.readings(second * SECOND, (second + 1) * SECOND);
      assertThat(readings).hasSize(1);
      assertThat(readings.get(0).service().count()).isEqualTo(readings.get(0).iterations());
      sum = sum.plus(readings.get(0));
    }
    assertThat(sum.iterations()).isEqualTo(done.getTotalCount());
    assertThat(sum.totalIterations()).isEqualTo(done.getTotalCount());
    assertThat(sum.ranNanos()).isEqualTo(200 * SECOND);
    ServiceTimes expected = ServiceTimes.of(done);
    assertThat(sum.service().count()).isEqualTo(expected.count());
    assertThat(sum.service().maxNanos()).isEqualTo(expected.maxNanos());
    assertThat(sum.service().meanNanos())
        .isCloseTo(expected.meanNanos(), within(expected.meanNanos() / 1e6));
    assertThat(sum.service().standardDeviationNanos())
        .isCloseTo(
            expected.standardDeviationNanos(), within(expected.standardDeviationNanos() / 1e6));
  }

  @Test
  void eachIsReadOnItsOwn() {
    WorkerStats first = joined("w-1", 0);
    WorkerStats second = joined("w-2", 0);
    first.completed(0, 100);
    first.completed(0, 200);
    second.completed(0, 50);
    List<WorkerReading> readings = stats.readings(0, SECOND);
    assertThat(readings)
        .containsExactly(
            new WorkerReading("w-1", 2, 2, SECOND, new ServiceTimes(2, 150, 100, 200, 50)),
            new WorkerReading("w-2", 1, 1, SECOND, new ServiceTimes(1, 50, 50, 50, 0)));
    assertThat(readings.get(0).perSecond()).isEqualTo(2);
    second.completed(0, 60);
    assertThat(stats.readings(SECOND, 2 * SECOND))
        .containsExactly(
            new WorkerReading("w-1", 0, 2, SECOND, ServiceTimes.NONE),
            new WorkerReading("w-2", 1, 2, SECOND, new ServiceTimes(1, 60, 60, 60, 0)));
  }

  @Test
  void onlyTheTimeItWasThereCounts() {
    WorkerStats early = joined("early", -SECOND); // up before the schedule starts
    joined("late", SECOND / 4);
    stats.join("never", new WorkerStats(), Backlog.NOTHING, 0);
    early.end(SECOND / 2, false);
    assertThat(stats.readings(0, SECOND))
        .extracting(WorkerReading::ranNanos)
        .containsExactly(SECOND / 2, SECOND * 3 / 4, 0L);
  }

  @Test
  void anEndedWorkerIsReportedOnceMore() {
    WorkerStats worker = joined("w-1", 0);
    stats.readings(0, SECOND);
    worker.completed(0, 100);
    assertThat(stats.iterationsByWorker()).containsEntry("w-1", 1L);
    worker.end(SECOND, false);
    assertThat(stats.readings(SECOND, 2 * SECOND))
        .containsExactly(new WorkerReading("w-1", 1, 1, 0, new ServiceTimes(1, 100, 100, 100, 0)));
    assertThat(stats.readings(2 * SECOND, 3 * SECOND)).isEmpty();
    assertThat(stats.iterationsByWorker()).isEmpty();
  }

  @Test
  void nobodyIsReadUnlessAskedFor() {
    WorkloadStats unasked = new WorkloadStats(false, 1);
    unasked.join("w-1", new WorkerStats(), Backlog.NOTHING, 0);
    assertThat(unasked.readings(0, SECOND)).isEmpty();
  }

  private WorkerStats joined(String name, long beganNanos) {
    WorkerStats worker = new WorkerStats();
    stats.join(name, worker, Backlog.NOTHING, 0);
    worker.begin(beganNanos);
    return worker;
  }
}
