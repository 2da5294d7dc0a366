package dev.sluice.control.sink.legacy;

import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The lines of the older tools' reconnect timers: how long each worker was without its connection,
 * and when all of those that had lost it were back. Begins again with the next outage. One thread.
 */
final class ReconnectLines {

  /** The workload whose workers are reconnect timers there too. */
  private static final String TIMERS = "reconnect-timers";

  private final ReportSettings settings;
  private final DateTimeFormatter clock;
  private final Set<String> lost = new HashSet<>();
  private long leastMillis = Long.MAX_VALUE;
  private long mostMillis;

  /**
   * @param zone the zone in which times of day are shown
   */
  ReconnectLines(ReportSettings settings, ZoneId zone) {
    this.settings = settings;
    this.clock =
        DateTimeFormatter.ofPattern(
                settings.isCph() ? "dd_MM_yyyy HH:mm:ss.SSS" : "HH:mm:ss.SSS", Locale.ROOT)
            .withZone(zone);
  }

  /** That all are connected for the first time, which MQ-CPH does not print. */
  String connected(String lastWorker, Instant time, long tookNanos) {
    return head(settings.threadName(lastWorker, ""))
        + "All threads initially connected. Start/End times: "
        + clock.format(time.minusNanos(tookNanos))
        + " / "
        + clock.format(time);
  }

  List<String> of(List<ConnectionEvent> events) {
    List<String> lines = new ArrayList<>();
    for (ConnectionEvent event : events) {
      if (event.change().transition() == ConnectionChange.Transition.LOST) {
        lost.add(event.worker());
      } else if (event.change().transition() == ConnectionChange.Transition.BACK) {
        back(event, lines);
      }
    }
    return lines;
  }

  private void back(ConnectionEvent event, List<String> lines) {
    long millis = TimeUnit.NANOSECONDS.toMillis(event.change().downNanos());
    leastMillis = Math.min(leastMillis, millis);
    mostMillis = Math.max(mostMillis, millis);
    String otherwise = event.workload().equals(TIMERS) ? "ReconnectTimer" : "";
    String head = head(settings.threadName(event.worker(), otherwise));
    lines.add(
        head
            + "Time to connect to secondary host is %s ms (min: %s ms  max: %s ms)"
                .formatted(millis, leastMillis, mostMillis));
    if (lost.remove(event.worker()) && lost.isEmpty()) {
      lines.add(head + "All threads reconnected at " + clock.format(event.time()));
      leastMillis = Long.MAX_VALUE;
      mostMillis = 0;
    }
  }

  private String head(String name) {
    return settings.isCph() ? "[" + name + "]: " : name + ": ";
  }
}
