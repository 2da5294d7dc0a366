package dev.sluice.core.run.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.bus.Timeline;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.time.NanoClock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HarnessWatchTest {

  private static final long SECOND = 1_000_000_000;

  private final List<Hindrance> told = new ArrayList<>();
  private final Timeline timeline =
      new Timeline(
          NanoClock.SYSTEM,
          InstantSource.system(),
          new Sink() {
            @Override
            public void event(RunEvent event) {
              event.hindrance().ifPresent(told::add);
            }
          });
  private final HarnessWatch watch =
      new HarnessWatch(() -> 0, timeline, Map::of, Optional.empty(), List.of());

  /** However many small ones a busy host had before: a long standstill is not the broker's. */
  @Test
  void aStandstillIsToldAndKeptAfterManyOtherHindrances() {
    timeline.start(0);
    for (int i = 1; i <= 1_500; i++) {
      watch.tell(
          List.of(
              new Hindrance(Hindrance.Kind.LATE_TIMERS, i * SECOND, (i + 1) * SECOND, SECOND / 4)));
    }
    Hindrance standstill =
        new Hindrance(Hindrance.Kind.STANDSTILL, 2_000 * SECOND, 2_010 * SECOND, 10 * SECOND);

    watch.tell(List.of(standstill));

    assertThat(told).hasSize(1_501).contains(standstill);
    assertThat(watch.hindrances()).hasSize(1_000).contains(standstill);
  }
}
