package dev.sluice.control.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.sink.folder.Snapshots;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentIntervalsTest {

  private static final long SECOND_NANOS = 1_000_000_000L;

  private final RecentIntervals recent =
      new RecentIntervals(100, interval -> interval.number() * SECOND_NANOS);

  private List<Long> after(long nanos) {
    return recent.after(nanos).stream().map(each -> each.snapshot().number()).toList();
  }

  @Test
  void thoseAfterAMomentComeInTheirOrder() {
    assertThat(after(0)).isEmpty();
    for (int number = 1; number <= 4; number++) {
      recent.interval(Snapshots.second(number));
    }
    assertThat(after(0)).containsExactly(1L, 2L, 3L, 4L);
    assertThat(after(2 * SECOND_NANOS)).containsExactly(3L, 4L);
    assertThat(after(4 * SECOND_NANOS)).isEmpty();
  }

  @Test
  void onlyTheLastOnesAreKept() {
    for (int number = 1; number <= 150; number++) {
      recent.interval(Snapshots.second(number));
    }
    assertThat(after(0)).hasSize(100).startsWith(51L).endsWith(150L);
  }

  @Test
  void anIntervalBeganAfterAMomentButForALittle() {
    TimedInterval interval = new TimedInterval(5 * SECOND_NANOS, Snapshots.second(5));
    assertThat(interval.beganAfter(4 * SECOND_NANOS)).isTrue();
    assertThat(interval.beganAfter(4 * SECOND_NANOS + SECOND_NANOS / 10)).isTrue();
    assertThat(interval.beganAfter(4 * SECOND_NANOS + SECOND_NANOS / 10 + 1)).isFalse();
  }
}
