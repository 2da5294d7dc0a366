package dev.sluice.control.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.core.result.Snapshot;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The last ten seconds, whatever the intervals. */
class LatestWindowTest {

  private final LatestWindow latest = new LatestWindow(Duration.ofSeconds(10));

  @ParameterizedTest
  @ValueSource(longs = {37, 50, 500, 1_000, 3_000, 9_999, 10_000, 60_000})
  void itLastsTenSecondsOrAnIntervalMore(long millis) {
    assertThat(latest.sum()).isEmpty();
    for (int i = 1; i <= 1_000; i++) {
      latest.add(interval(i, millis));
      Snapshot sum = latest.sum().orElseThrow();
      long all = i * millis;
      assertThat(sum.lengthNanos() / 1_000_000)
          .isGreaterThanOrEqualTo(Math.min(all, 10_000))
          .isLessThan(10_000 + Math.max(millis, 10_000 / 19 + millis));
      assertThat(sum.of("senders").orElseThrow().latency().count() * millis * 1_000_000)
          .as("each interval has one value")
          .isEqualTo(sum.lengthNanos());
      assertThat(sum.number()).isEqualTo(i);
    }
  }

  @Test
  void whatIsOlderIsNoLongerInIt() {
    latest.add(Snapshots.of("", 1, 900_000_000));
    for (int i = 2; i <= 11; i++) {
      latest.add(Snapshots.of("", i, 2_000_000));
    }
    assertThat(latest.sum().orElseThrow().of("senders").orElseThrow().latency().maxNanos())
        .isLessThan(3_000_000);
  }

  private static Snapshot interval(int number, long millis) {
    Snapshot second = Snapshots.of("", number, 1_000);
    return new Snapshot(
        number,
        second.time(),
        number * millis * 1_000_000,
        millis * 1_000_000,
        false,
        "",
        0.5,
        second.workloads());
  }
}
