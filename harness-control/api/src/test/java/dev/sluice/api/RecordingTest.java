package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RecordingTest {

  private static final int INTERVALS = Boolean.getBoolean("soak") ? 100_000 : 15_000;
  private static final long NANOS = 10_000_000;

  /** However long a run is, and whatever happens in it; and nothing that was measured is lost. */
  @Test
  void aLongRunIsKeptInLittle() {
    Recording recording = new Recording(spec(), "none");
    for (int i = 1; i <= INTERVALS; i++) {
      recording.interval(interval(i));
      recording.event(new RunEvent(Instant.EPOCH, i * NANOS, RunEvent.Kind.MARK, "", "mark " + i));
    }
    Kept kept = new Kept();
    recording.tell(kept);
    assertThat(kept.intervals).hasSizeLessThanOrEqualTo(600);
    assertThat(kept.bytes()).isLessThan(1 << 20);
    assertThat(kept.events).isEqualTo(10_000);
    assertThat(kept.missed).isEqualTo(INTERVALS - 10_000);
    Window sum =
        kept.intervals.stream()
            .map(each -> each.workloads().get(0))
            .reduce(Window::then)
            .orElseThrow();
    assertThat(sum.lengthNanos()).isEqualTo(INTERVALS * NANOS);
    assertThat(sum.counts().done()).isEqualTo(INTERVALS);
    assertThat(sum.latency().count()).isEqualTo(INTERVALS);
  }

  /**
   * A run that reconnects all the time has so many events; its standstills are not the broker's.
   */
  @ParameterizedTest
  @EnumSource
  void whatHinderedTheHarnessIsKeptHoweverMuchElseHappens(Hindrance.Kind kind) {
    Recording recording = new Recording(spec(), "none");
    for (int i = 1; i <= 20_000; i++) {
      recording.event(new RunEvent(Instant.EPOCH, i, RunEvent.Kind.CONNECTION, "work", "back"));
    }
    Hindrance hindrance = new Hindrance(kind, 20_000, 30_000, 10_000);

    recording.event(
        new RunEvent(
            Instant.EPOCH,
            30_000,
            RunEvent.Kind.HARNESS,
            "",
            hindrance.text(),
            Optional.of(hindrance)));

    assertThat(recording.hindrances()).containsExactly(hindrance);
  }

  private static final class Kept implements Sink {

    private final List<Snapshot> intervals = new ArrayList<>();
    private int events;
    private long missed;

    @Override
    public void interval(Snapshot snapshot) {
      intervals.add(snapshot);
    }

    @Override
    public void event(RunEvent event) {
      events++;
    }

    @Override
    public void missed(long missedIntervals, long missedEvents) {
      missed += missedEvents;
    }

    /** Of histograms, which are most of it. */
    private long bytes() {
      return intervals.stream()
          .flatMap(each -> each.workloads().stream())
          .flatMap(each -> each.latencies().values().stream())
          .mapToLong(each -> each.packed().length)
          .sum();
    }
  }

  private static Snapshot interval(int number) {
    Histogram nanos = new Histogram(2);
    nanos.recordValue(1_000_000 + number % 97 * 50_000L);
    Window window =
        Window.of(
                1,
                Counts.ZERO.with(Counter.DONE, 1),
                Map.of(LatencyKind.LATENCY, Latency.of(nanos)),
                Unfinished.NOTHING)
            .as("work", NANOS, List.of(), Window.none("work").end());
    return new Snapshot(
        number, Instant.EPOCH, number * NANOS, NANOS, false, "", 0.1, List.of(window));
  }

  private static RunSpec spec() {
    WorkloadSpec workload =
        WorkloadSpec.of(
            "work",
            index -> {
              throw new UnsupportedOperationException("never started");
            },
            1,
            new RateTarget.PerWorker(100));
    return new RunSpec(
        "", List.of(workload), Duration.ZERO, Duration.ZERO, Duration.ofMillis(10), Duration.ZERO);
  }
}
