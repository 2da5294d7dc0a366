package dev.sluice.control.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Standing;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.json.JSONObject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counters of a run of years come out of every file to the last digit. */
class LargeCountersTest {

  private static final long MANY = 1L << 53;

  @ParameterizedTest
  @ValueSource(longs = {(1L << 31) + 1, (1L << 32) + 1, MANY + 1, MANY * 8 + 1})
  void countersAreExact(long count) {
    Snapshot interval = interval(count);
    Counts counts = interval.workloads().get(0).counts();
    Snapshot read =
        IntervalJson.parse(new JSONObject(IntervalJson.line(interval)), workload -> Map.of());
    Window workload = read.workloads().get(0);
    assertThat(workload.counts()).isEqualTo(counts);
    assertThat(workload.end().totalIterations()).isEqualTo(count);
    assertThat(read.sinceStartNanos()).isEqualTo(count);
    assertThat(List.of(IntervalCsv.lines(interval).split(",", -1))).contains(Long.toString(count));
  }

  @ParameterizedTest
  @ValueSource(longs = {(1L << 31) + 1, MANY + 1})
  void soAreTheCountsOfHistograms(long count) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(1_000, count);
    Latency read = Latency.decode(Latency.of(histogram).encoded());
    assertThat(read.count()).isEqualTo(count);
  }

  private static Snapshot interval(long count) {
    Map<Counter, Long> counts = new EnumMap<>(Counter.class);
    for (Counter counter : Counter.values()) {
      counts.put(counter, count);
    }
    Snapshot some = Snapshots.of("R1", 1, 1_000);
    Window workload = some.workloads().get(0);
    return new Snapshot(
        1,
        Instant.parse("2028-02-29T23:59:59.999Z"),
        count,
        some.lengthNanos(),
        false,
        "R1",
        1.5,
        List.of(
            Window.of(0, Counts.of(counts), Map.of(), Unfinished.NOTHING)
                .as(
                    workload.name(),
                    workload.lengthNanos(),
                    List.of(),
                    new Standing(
                        workload.end().workersUp(),
                        workload.end().workers(),
                        workload.end().targetNowPerSecond(),
                        workload.end().mode(),
                        workload.unfinished(),
                        count,
                        workload.end().connections(),
                        workload.end().errorsByCause(),
                        workload.end().delivery()))));
  }
}
