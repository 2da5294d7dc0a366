package dev.sluice.core.run.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Hindrance.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Findings from looks at outputs and carriers, with times in milliseconds. */
class BlockagesTest {

  private static final long MILLI = 1_000_000;

  private final Blockages outputs = new Blockages(Kind.BLOCKED_OUTPUT);

  @Test
  void anOutputThatTakesWhatItIsGivenIsNoWordWorth() {
    for (long now = 100; now < 100_000; now += 100) {
      assertThat(look(now, Map.of("console", now - 90))).isEmpty();
    }
    assertThat(outputs.end(100_000 * MILLI)).isEmpty();
  }

  @Test
  void oneThatTookNothingIsToldWhenItTakesAgain() {
    assertThat(look(100, Map.of("console", 50L, "results", 95L))).isEmpty();
    assertThat(look(200, Map.of("console", 50L))).isEmpty();
    assertThat(look(5_000, Map.of("console", 50L))).as("it still takes nothing").isEmpty();
    List<Hindrance> over = look(5_100, Map.of("console", 5_090L));
    assertThat(over)
        .containsExactly(
            new Hindrance(
                Kind.BLOCKED_OUTPUT,
                50 * MILLI,
                5_100 * MILLI,
                5_050 * MILLI,
                5_050 * MILLI,
                "console"));
    assertThat(over.get(0).text())
        .isEqualTo(
            "the output console was blocked for 5.1 s (from 0.1 s to 5.1 s of the run); the run continued");
    assertThat(over.get(0).cause()).isEqualTo("blocked output (console) 5.1 s");
  }

  @Test
  void oneThatIsBlockedToTheEndIsToldThen() {
    look(100, Map.of("results", 100L));
    assertThat(outputs.end(60_100 * MILLI))
        .extracting(Hindrance::nanos)
        .containsExactly(60_000 * MILLI);
  }

  /** A worker waits for a carrier, so one that is late is told as a standstill is. */
  @Test
  void carriersThatAreFullHoldUpWork() {
    List<Runnable> asked = new ArrayList<>();
    CarrierProbe probe =
        new CarrierProbe(
            Optional.of(
                task ->
                    new Thread() {
                      @Override
                      public synchronized void start() {
                        asked.add(task);
                      }
                    }));
    Blockages carriers = new Blockages(Kind.FULL_CARRIERS);
    List<Hindrance> over = new ArrayList<>();
    for (long now = 100; now <= 5_000; now += 100) {
      over.addAll(carriers.look(now * MILLI, probe.unansweredSinceNanos(now * MILLI)));
      if (now < 1_000 || now > 3_900) {
        asked.forEach(Runnable::run);
        asked.clear();
      }
    }
    assertThat(over).hasSize(1);
    assertThat(over.get(0).isStandstill()).isTrue();
    assertThat(over.get(0).text())
        .startsWith("no virtual thread of the harness ran for 3.1 s (from 1.0 s to 4.1 s");
  }

  @Test
  void withoutVirtualWorkersNoCarrierIsAskedFor() {
    CarrierProbe probe = new CarrierProbe(Optional.empty());
    assertThat(probe.unansweredSinceNanos(1)).isEmpty();
    assertThat(probe.unansweredSinceNanos(2)).isEmpty();
  }

  private List<Hindrance> look(long millis, Map<String, Long> sinceMillis) {
    return outputs.look(
        millis * MILLI,
        sinceMillis.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue() * MILLI)));
  }
}
