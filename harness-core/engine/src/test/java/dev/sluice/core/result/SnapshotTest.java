package dev.sluice.core.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.Cause;
import dev.sluice.core.stats.Connections;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Standing;
import dev.sluice.core.stats.Standing.PaceMode;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import dev.sluice.core.stats.WorkerReading;
import dev.sluice.core.stats.WorkerReading.ServiceTimes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A workload adds up over time and side by side, whatever is added first. */
@SuppressWarnings("EnumOrdinal") // any of them
class SnapshotTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void intervalsAddUpOverTime(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Window a = workload(random);
    Window b = workload(random);
    Window c = workload(random);
    assertThat(a.then(b).then(c)).isEqualTo(a.then(b.then(c)));
    assertThat(a.then(b).asked()).isEqualTo(a.plus(b).asked());
    assertThat(a.then(b).counts()).isEqualTo(a.plus(b).counts());
    assertThat(a.then(b).latencies()).isEqualTo(a.plus(b).latencies());
    assertThat(a.then(b).lengthNanos()).isEqualTo(a.lengthNanos() + b.lengthNanos());
    assertThat(a.then(b).unmeasured()).isEqualTo(b.unmeasured());
    assertThat(a.unmeasured().then(b)).isEqualTo(b);
  }

  @ParameterizedTest
  @ValueSource(longs = {31, 32, 33, 34})
  void theRestOfASumIsWhatFollowedItsBegin(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Window a = workload(random);
    Window b = workload(random);
    assertThat(a.then(b).minus(a).with(b.perWorker()))
        .isEqualTo(b.as(a.name(), b.lengthNanos(), b.perWorker(), b.end()));
    Snapshot first = snapshot(a.lengthNanos(), a);
    Snapshot next =
        snapshot(
            b.lengthNanos(), b, workload(random).as("new", b.lengthNanos(), List.of(), b.end()));
    Totals both = Totals.NOTHING.then(first).then(next);
    Totals warm = both.warmedUp(first);
    assertThat(warm.warmup().orElseThrow().warmup()).isTrue();
    assertThat(warm.warmupNanos()).isEqualTo(a.lengthNanos());
    assertThat(warm.measuredNanos()).isEqualTo(b.lengthNanos());
    assertThat(warm.cpu().cores()).isCloseTo(0.5, within(1e-9));
    Totals marked = Totals.NOTHING.then(first.asWarmup()).then(next);
    assertThat(warm.of(a.name()).sum().counts()).isEqualTo(marked.of(a.name()).sum().counts());
    assertThat(warm.of(a.name()).before()).isEqualTo(marked.of(a.name()).before());
    assertThat(warm.of("new").sum().latencies()).isEqualTo(marked.of("new").sum().latencies());
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14, 15, 16})
  void workloadsAndProcessesAddUpSideBySide(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Window a = workload(random);
    Window b = workload(random);
    Window c = workload(random);
    assertThat(a.plus(b).plus(c)).isEqualTo(a.plus(b.plus(c)));
    assertThat(withoutOrder(a.plus(b))).isEqualTo(withoutOrder(b.plus(a)));
    assertThat(a.plus(b.ended()).end().workers()).isEqualTo(a.end().workers());
    assertThat(a.plus(b.ended()).end().mode()).isEqualTo(a.end().mode());
    assertThat(a.plus(b).ended().end().totalIterations())
        .isEqualTo(a.ended().plus(b.ended()).end().totalIterations());
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23, 24})
  void everyWorkloadOfAJoinedIntervalIsAsLongAsIt(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Window a = workload(random);
    Window b = workload(random);
    Snapshot joined = snapshot(a.lengthNanos()).then(snapshot(b.lengthNanos(), b));
    assertThat(joined.lengthNanos()).isEqualTo(a.lengthNanos() + b.lengthNanos());
    assertThat(joined.workloads().get(0).lengthNanos()).isEqualTo(joined.lengthNanos());
    assertThat(snapshot(a.lengthNanos(), a).then(snapshot(b.lengthNanos(), b)).workloads())
        .containsExactly(a.then(b));
  }

  /** Workers stand in the order in which they were added. */
  private static Window withoutOrder(Window workload) {
    assertThat(workload.perWorker()).hasSize(2);
    return workload.unmeasured();
  }

  private static Snapshot snapshot(long lengthNanos, Window... workloads) {
    return new Snapshot(
        1, Instant.EPOCH, lengthNanos, lengthNanos, false, "", 0.5, List.of(workloads));
  }

  private static Window workload(SplittableRandom random) {
    return Window.of(
            random.nextInt(1_000) / 4.0,
            Counts.of(counter -> random.nextLong(1L << 40)),
            Map.of(),
            Unfinished.NOTHING)
        .as(
            "w",
            1 + random.nextInt(1_000_000_000),
            List.of(
                new WorkerReading(
                    "w-" + random.nextInt(2),
                    random.nextInt(9),
                    random.nextInt(9),
                    random.nextInt(9),
                    ServiceTimes.NONE)),
            new Standing(
                random.nextInt(9),
                random.nextInt(9),
                random.nextInt(1_000) / 4.0, // sums of quarters are exact
                PaceMode.values()[random.nextInt(3)],
                new Unfinished(
                    random.nextInt(9),
                    random.nextInt(9),
                    Map.of(Cause.values()[random.nextInt(5)], 1L + random.nextInt(9)),
                    random.nextInt(9)),
                random.nextInt(1_000),
                new Connections(
                    Map.of("QM" + random.nextInt(3), 1 + random.nextInt(9)),
                    random.nextInt(9),
                    random.nextInt(9),
                    random.nextInt(9)),
                Map.of("cause " + random.nextInt(3), 1L + random.nextInt(9)),
                Optional.of(DeliveryCounts.of(figure -> random.nextLong(3)))));
  }
}
