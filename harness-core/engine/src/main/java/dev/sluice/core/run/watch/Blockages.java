package dev.sluice.core.run.watch;

import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Hindrance.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Works out from regular looks at something which of it was blocked for a while: an output, as a
 * terminal that is stopped or a disk that does not answer, or the carriers of virtual threads.
 *
 * <p>Pure: it is told the time. For one thread.
 */
final class Blockages {

  private final Kind kind;
  private final long leastNanos;
  private Map<String, Long> lastSinceNanos = Map.of();

  Blockages(Kind kind) {
    this.kind = kind;
    // most calls of an output take some microseconds, and nothing waits for a longer one
    this.leastNanos =
        kind.holdsUpWork() ? Hindrance.STANDSTILL_NANOS : Duration.ofSeconds(1).toNanos();
  }

  /**
   * Takes a look; returns those that are blocked no longer.
   *
   * @param sinceNanos by name what is blocked, and since when
   */
  List<Hindrance> look(long nowNanos, Map<String, Long> sinceNanos) {
    List<Hindrance> over = new ArrayList<>();
    lastSinceNanos.forEach(
        (name, fromNanos) -> {
          long blockedNanos = nowNanos - fromNanos;
          if (!fromNanos.equals(sinceNanos.get(name)) && blockedNanos >= leastNanos) {
            over.add(new Hindrance(kind, fromNanos, nowNanos, blockedNanos, blockedNanos, name));
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
