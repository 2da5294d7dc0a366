package dev.sluice.control.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.core.pacing.Cause;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalSumTest {

  private static final int INTERVALS = 60;

  /** A closed loop counts what each cause postponed since the start. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void whatIsMissingInItIsWhatBecameMissingInItsIntervals(long seed) {
    Random random = new Random(seed);
    Map<Cause, Long> sinceStart = new EnumMap<>(Cause.class);
    List<Snapshot> all = new ArrayList<>();
    IntervalSum some = new IntervalSum("w");
    Map<Cause, Double> expected = new EnumMap<>(Cause.class);
    boolean within = false;
    for (int i = 0; i < INTERVALS; i++) {
      boolean added = random.nextInt(4) > 0;
      for (Cause cause : Cause.values()) {
        long more = random.nextInt(100);
        sinceStart.merge(cause, more, Long::sum);
        expected.merge(cause, added ? (double) more : 0, Double::sum);
      }
      all.add(interval(i, new Unfinished(0, 0, sinceStart, 0)));
      if (added && !within) {
        some.breakAfter(i == 0 ? Optional.empty() : Optional.of(all.get(i - 1)));
      }
      if (added) {
        some.add(all.get(i));
      }
      within = added;
    }
    assertThat(some.missing().byCause()).isEqualTo(expected);
  }

  private static Snapshot interval(int number, Unfinished unfinished) {
    Window counted = Window.of(0, Counts.ZERO, Map.of(), unfinished);
    return Snapshots.second(number + 1, counted.as("w", 0, List.of(), counted.end()));
  }
}
