package dev.sluice.control.sink.console;

import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.text.Figures;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The events of connections within an interval, summed up: a queue manager that ends takes hundreds
 * of connections with it, and a person wants one line for them.
 */
public final class ConnectionLines {

  /** Connections of which the same can be said. */
  private record Group(String workload, ConnectionChange.Kind kind, String from, String to) {}

  /** How many, and the longest time any of them was lost. */
  private record Sum(int connections, long maxDownNanos) {

    Sum plus(Sum other) {
      return new Sum(connections + other.connections, Math.max(maxDownNanos, other.maxDownNanos));
    }
  }

  private ConnectionLines() {}

  /** The lines, in the order in which something of their kind happened first. */
  public static List<String> of(List<ConnectionEvent> events) {
    Map<Group, Sum> sums = new LinkedHashMap<>();
    for (ConnectionEvent event : events) {
      ConnectionChange change = event.change();
      sums.merge(
          new Group(event.workload(), change.kind(), change.from(), change.to()),
          new Sum(1, change.downNanos()),
          Sum::plus);
    }
    List<String> lines = new ArrayList<>();
    sums.forEach(
        (group, sum) -> {
          int connections =
              group.kind() == ConnectionChange.Kind.LOST
                  ? sum.connections() - returned(group, sums)
                  : sum.connections();
          if (connections > 0) {
            lines.add(line(group, connections, sum.maxDownNanos()));
          }
        });
    return lines;
  }

  /** How many of those that were lost were back within the interval. */
  private static int returned(Group lost, Map<Group, Sum> sums) {
    return sums.entrySet().stream()
        .filter(e -> e.getKey().kind() == ConnectionChange.Kind.BACK)
        .filter(e -> e.getKey().workload().equals(lost.workload()))
        .filter(e -> e.getKey().from().equals(lost.from()))
        .mapToInt(e -> e.getValue().connections())
        .sum();
  }

  private static String line(Group group, int count, long maxDownNanos) {
    String connections = count == 1 ? "1 connection" : count + " connections";
    String time = Figures.time(Duration.ofNanos(maxDownNanos)) + (count == 1 ? "" : " (max)");
    String of = connections + (group.from().isEmpty() ? "" : " to " + group.from());
    String words =
        switch (group.kind()) {
          case LOST -> of + " lost, reconnecting";
          case BACK ->
              group.from().equals(group.to())
                  ? of + " back after " + time
                  : Figures.text(
                      "%s moved %s -> %s in %s",
                      connections, orUnknown(group.from()), orUnknown(group.to()), time);
          case GIVEN_UP -> of + " given up by the client after " + time + ", reconnecting";
        };
    return group.workload() + ": " + words;
  }

  private static String orUnknown(String peer) {
    return peer.isEmpty() ? "?" : peer;
  }
}
