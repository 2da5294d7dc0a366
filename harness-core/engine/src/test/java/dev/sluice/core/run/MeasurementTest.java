package dev.sluice.core.run;

import static dev.sluice.core.run.WorkloadSpecs.unlimited;
import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.bus.Timeline;
import dev.sluice.core.pacing.Backlog;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.stats.Window;
import dev.sluice.core.stats.WorkerStats;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.SimulatedClock;
import dev.sluice.core.worker.IgnoredEvents;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which interval an iteration belongs to, and whether it is in the summary. */
class MeasurementTest {

  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final SimulatedClock clock = new SimulatedClock();
  private final Deque<Runnable> beforeReadings = new ArrayDeque<>();
  private final NanoClock readings =
      new NanoClock() {
        @Override
        public long nanos() {
          if (!beforeReadings.isEmpty()) {
            beforeReadings.remove().run();
          }
          return clock.nanos();
        }

        @Override
        public void parkUntil(long deadlineNanos) {
          clock.parkUntil(deadlineNanos);
        }
      };
  private long cpuReadingMillis; // how long it takes
  private final List<Snapshot> intervals = new ArrayList<>();
  private final List<String> events = new ArrayList<>();
  private final WorkerStats worker = new WorkerStats();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void theSummaryIsTheSumOfItsIntervalsAndOfAllThatWasDone(long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    Measurement measurement = started(Duration.ofSeconds(3), Duration.ZERO);
    long doneInWarmup = work(measurement, random);
    measurement.endWarmup();
    long doneMeasured = work(measurement, random);
    clock.advance(random.nextLong(INTERVAL.toNanos() / 100)); // a last interval hardly begun
    iterate();
    measurement.end();
    doneMeasured++;

    Summary summary = measurement.summary(new Measurement.Ending("enough", List.of(), List.of()));
    Summary.Workload workload = summary.workloads().get(0);
    assertThat(workload.measured().counts().iterations())
        .isEqualTo(doneMeasured)
        .isEqualTo(sum(false, s -> iterations(s)));
    assertThat(workload.measured().service().count()).isEqualTo(doneMeasured);
    assertThat(workload.whole().counts().iterations()).isEqualTo(doneInWarmup + doneMeasured);
    assertThat(sum(true, s -> iterations(s))).isEqualTo(doneInWarmup);
    assertThat(summary.measuredNanos()).isEqualTo(sum(false, Snapshot::lengthNanos));
    assertThat(summary.warmupNanos()).isEqualTo(sum(true, Snapshot::lengthNanos));
    assertThat(summary.warmupNanos() + summary.measuredNanos())
        .isEqualTo(clock.nanos() - SimulatedClock.ORIGIN);
  }

  @Test
  void theSlowestIterationCountsThoughItIsTheLastOfAll() throws Exception {
    Measurement measurement = started(Duration.ZERO, Duration.ZERO);
    iterate();
    pass(1000);
    measurement.tick();
    pass(1);
    worker.completed(clock.nanos() - 900_000_000, clock.nanos());
    measurement.end();

    assertThat(
            measurement
                .summary(new Measurement.Ending("enough", List.of(), List.of()))
                .workloads()
                .get(0)
                .measured()
                .service()
                .maxNanos())
        .isGreaterThan(890_000_000);
  }

  @ParameterizedTest
  @CsvSource({"9990, 1", "10000, 1", "10200, 1", "9900, 2"})
  void aTickSoNearThePlannedEndLeavesTheIntervalToIt(long tickMillis, int atTheEnd)
      throws Exception {
    Measurement measurement = started(Duration.ZERO, Duration.ofSeconds(10));
    pass(9000);
    measurement.tick();
    pass(tickMillis - 9000);
    measurement.tick();
    pass(Math.max(0, 10_000 - tickMillis));
    measurement.end();
    measurement.tick();

    assertThat(intervals).hasSize(1 + atTheEnd);
  }

  @Test
  void aTickHardlyAfterTheWarmUpLeavesTheNewIntervalGoing() {
    Measurement measurement = started(Duration.ofSeconds(2), Duration.ofSeconds(10));
    pass(1000);
    measurement.tick();
    pass(999);
    measurement.tick();
    pass(1);
    measurement.endWarmup();
    pass(1);
    measurement.tick();
    pass(1000);
    measurement.tick();

    assertThat(intervals).extracting(Snapshot::warmup).containsExactly(true, true, false);
    assertThat(intervals)
        .extracting(s -> Duration.ofNanos(s.lengthNanos()).toMillis())
        .containsExactly(1000L, 1000L, 1001L);
  }

  @Test
  void noFigureOfAnIntervalWithoutLengthIsWithoutMeaning() throws Exception {
    Measurement measurement = started(Duration.ZERO, Duration.ZERO);
    iterate();
    measurement.end();

    Window workload = intervals.get(0).workloads().get(0);
    assertThat(workload.achievedPerSecond()).isZero();
    assertThat(workload.targetPerSecond()).isZero();
    assertThat(
            measurement
                .summary(new Measurement.Ending("enough", List.of(), List.of()))
                .workloads()
                .get(0)
                .measured()
                .counts()
                .iterations())
        .isOne();
  }

  /** The thread loses its processor between two readings, and workers go on. */
  @Test
  void timesAndCountersOfAnIntervalAreOfOneMoment() {
    Measurement measurement = started(Duration.ZERO, Duration.ZERO);
    pass(1000);
    cpuReadingMillis = 70;
    beforeReadings.add(() -> {}); // of the tick
    beforeReadings.add(() -> {}); // before the counters
    beforeReadings.add(
        () -> {
          pass(100);
          iterate();
        });
    measurement.tick();

    Snapshot interval = intervals.get(0);
    assertThat(iterations(interval)).isOne();
    assertThat(interval.sinceStartNanos()).isEqualTo(Duration.ofMillis(1100).toNanos());
    assertThat(interval.time()).isEqualTo(Instant.EPOCH.plusMillis(1100));
  }

  @Test
  void countersThatAlwaysTakeLongAreReadAllTheSame() {
    Measurement measurement = started(Duration.ZERO, Duration.ZERO);
    pass(1000);
    for (int i = 0; i < 20; i++) {
      beforeReadings.add(() -> pass(2));
    }
    measurement.tick();

    assertThat(intervals).hasSize(1);
    assertThat(beforeReadings).isNotEmpty();
  }

  @Test
  void aFailedTickIsReportedAndTheNextStillComes() {
    List<Long> ticks = new ArrayList<>();
    Measurement[] measurement = new Measurement[1];
    Sink failing =
        new Sink() {
          @Override
          public void interval(Snapshot snapshot) {
            ticks.add(clock.nanos() - SimulatedClock.ORIGIN);
            if (ticks.size() == 4) {
              measurement[0].stopIntervals();
            }
            if (ticks.size() == 2) {
              throw new IllegalStateException("second");
            }
          }

          @Override
          public void event(RunEvent event) {
            events.add(event.text());
          }
        };
    measurement[0] = started(Duration.ZERO, Duration.ZERO, failing);
    measurement[0].run();
    assertThat(ticks).containsExactly(SECOND, 2 * SECOND, 3 * SECOND, 4 * SECOND);
    assertThat(events).singleElement().asString().endsWith("second");
  }

  /** Some intervals in which something is done; returns how much. */
  private long work(Measurement measurement, SplittableRandom random) {
    long done = 0;
    int moments = random.nextInt(5, 50);
    for (int i = 0; i < moments; i++) {
      clock.advance(random.nextLong(INTERVAL.toNanos() / 3));
      int now = random.nextInt(4);
      for (int j = 0; j < now; j++) {
        iterate();
      }
      done += now;
      measurement.tick();
    }
    return done;
  }

  private void iterate() {
    worker.completed(clock.nanos() - 1000, clock.nanos());
  }

  private void pass(long millis) {
    clock.advance(Duration.ofMillis(millis).toNanos());
  }

  private Measurement started(Duration warmup, Duration duration) {
    return started(
        warmup,
        duration,
        new Sink() {
          @Override
          public void interval(Snapshot snapshot) {
            intervals.add(snapshot);
          }
        });
  }

  private Measurement started(Duration warmup, Duration duration, Sink reporters) {
    Workload workload =
        new Workload(
            unlimited("w", TestWorkers.idle(), 1),
            false,
            readings,
            new SplittableRandom(1),
            new IgnoredEvents());
    workload.stats().join("w-1", worker, Backlog.NOTHING, 0);
    RunSpec spec =
        new RunSpec("", List.of(workload.spec()), duration, warmup, INTERVAL, Duration.ZERO);
    Timeline timeline =
        new Timeline(
            readings,
            () -> Instant.EPOCH.plusNanos(clock.nanos() - SimulatedClock.ORIGIN),
            reporters);
    CpuMeter cpu =
        () -> {
          pass(cpuReadingMillis);
          return 0;
        };
    Measurement measurement = new Measurement(spec, List.of(workload), cpu, timeline, reporters);
    workload.startSchedule(clock.nanos());
    measurement.start(clock.nanos());
    measurement.countDuration(clock.nanos());
    return measurement;
  }

  private long sum(boolean warmup, ToLongFunction<Snapshot> figure) {
    return intervals.stream().filter(s -> s.warmup() == warmup).mapToLong(figure).sum();
  }

  private static long iterations(Snapshot snapshot) {
    return snapshot.workloads().get(0).counts().iterations();
  }
}
