package dev.sluice.core.run.watch;

import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Hindrance.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Works out from regular looks at the outputs which of them was blocked for a while, as a terminal
 * that is stopped or a disk that does not answer.
 *
 * <p>Pure: it is told the time. For one thread.
 */
final class BlockedOutputs {

  /** The shortest that is worth a word; most calls take some microseconds. */
  private static final long LEAST_NANOS = Duration.ofSeconds(1).toNanos();

  private final LongFunction<String> timeOfDay;
  private Map<String, Long> lastSinceNanos = Map.of();

  /**
   * @param timeOfDay of a clock reading, for people
   */
  BlockedOutputs(LongFunction<String> timeOfDay) {
    this.timeOfDay = timeOfDay;
  }

  /**
   * Takes a look; returns those that are blocked no longer.
   *
   * @param sinceNanos the outputs that are in a call, and since when each of them is
   */
  List<Hindrance> look(long nowNanos, Map<String, Long> sinceNanos) {
    List<Hindrance> over = new ArrayList<>();
    lastSinceNanos.forEach(
        (output, fromNanos) -> {
          if (!fromNanos.equals(sinceNanos.get(output)) && nowNanos - fromNanos >= LEAST_NANOS) {
            over.add(
                new Hindrance(
                    Kind.BLOCKED_OUTPUT,
                    timeOfDay.apply(fromNanos),
                    timeOfDay.apply(nowNanos),
                    nowNanos - fromNanos,
                    output));
          }
        });
    lastSinceNanos = new TreeMap<>(sinceNanos);
    return over;
  }

  /** Ends the last ones: no look follows that would report what is blocked now. */
  List<Hindrance> end(long nowNanos) {
    return look(nowNanos, Map.of());
  }
}
