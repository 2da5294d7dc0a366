package dev.sluice.control.legacy.stats;

import dev.sluice.core.run.ConnectionEvent;
import dev.sluice.core.worker.ConnectionChange;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What the older tools' reconnect timers print: how long each worker was without its connection,
 * and when all of those that had lost it were back. Begins anew with the next outage. One thread.
 */
final class ReconnectLines {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final DateTimeFormatter clock;
  private final Set<String> lost = new HashSet<>();
  private long leastMillis = Long.MAX_VALUE;
  private long mostMillis;

  ReconnectLines(ZoneId zone) {
    this.clock = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(zone);
  }

  List<String> of(List<ConnectionEvent> events) {
    List<String> lines = new ArrayList<>();
    for (ConnectionEvent event : events) {
      if (event.change().kind() == ConnectionChange.Kind.LOST) {
        lost.add(event.worker());
      } else if (event.change().kind() == ConnectionChange.Kind.BACK) {
        back(event, lines);
      }
    }
    return lines;
  }

  private void back(ConnectionEvent event, List<String> lines) {
    long millis = event.change().downNanos() / NANOS_PER_MILLI;
    leastMillis = Math.min(leastMillis, millis);
    mostMillis = Math.max(mostMillis, millis);
    lines.add(
        String.format(
            Locale.ROOT,
            "Time to connect to secondary host is %d ms (min: %d ms  max: %d ms)",
            millis,
            leastMillis,
            mostMillis));
    if (lost.remove(event.worker()) && lost.isEmpty()) {
      lines.add("All threads reconnected at " + time(event.time()));
      leastMillis = Long.MAX_VALUE;
      mostMillis = 0;
    }
  }

  private String time(Instant time) {
    return clock.format(time);
  }
}
