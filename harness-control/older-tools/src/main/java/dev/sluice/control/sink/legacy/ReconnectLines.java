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

  private final DateTimeFormatter clock;
  private final String prefix; // of a line, with the place of the worker's name
  private final ThreadNames names;
  private final Set<String> lost = new HashSet<>();
  private long leastMillis = Long.MAX_VALUE;
  private long mostMillis;

  private ReconnectLines(DateTimeFormatter clock, String prefix, ThreadNames names) {
    this.clock = clock;
    this.prefix = prefix;
    this.names = names;
  }

  /** As JMSPerfHarness prints them. */
  static ReconnectLines perfHarness(ZoneId zone, ThreadNames names) {
    return new ReconnectLines(clock("HH:mm:ss.SSS", zone), "%s: ", names);
  }

  /** As MQ-CPH prints them. */
  static ReconnectLines cph(ZoneId zone, ThreadNames names) {
    return new ReconnectLines(clock("dd_MM_yyyy HH:mm:ss.SSS", zone), "[%s]: ", names);
  }

  private static DateTimeFormatter clock(String pattern, ZoneId zone) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(zone);
  }

  /** That all are connected for the first time, which MQ-CPH does not print. */
  String connected(String lastWorker, Instant time, long tookNanos) {
    return String.format(
        Locale.ROOT,
        prefix + "All threads initially connected. Start/End times: %s / %s",
        names.of(lastWorker),
        time(time.minusNanos(tookNanos)),
        time(time));
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
    long millis = TimeUnit.NANOSECONDS.toMillis(event.change().downNanos());
    leastMillis = Math.min(leastMillis, millis);
    mostMillis = Math.max(mostMillis, millis);
    String who = String.format(Locale.ROOT, prefix, name(event));
    lines.add(
        String.format(
            Locale.ROOT,
            "%sTime to connect to secondary host is %d ms (min: %d ms  max: %d ms)",
            who,
            millis,
            leastMillis,
            mostMillis));
    if (lost.remove(event.worker()) && lost.isEmpty()) {
      lines.add(who + "All threads reconnected at " + time(event.time()));
      leastMillis = Long.MAX_VALUE;
      mostMillis = 0;
    }
  }

  /** The worker's name there, if it is one of those that print this there. */
  private String name(ConnectionEvent event) {
    ThreadNames theirs = event.workload().equals(TIMERS) ? names.or("ReconnectTimer") : names;
    return theirs.of(event.worker());
  }

  private String time(Instant time) {
    return clock.format(time);
  }
}
