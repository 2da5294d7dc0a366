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
  private record Route(
      String workload, ConnectionChange.Transition transition, String from, String to) {}

  /** How many, and the longest time any of them was lost. */
  private record Total(int connections, long maxDownNanos) {

    Total plus(Total other) {
      return new Total(connections + other.connections, Math.max(maxDownNanos, other.maxDownNanos));
    }
  }

  private ConnectionLines() {}

  /** The lines, in the order in which something of their kind happened first. */
  public static List<String> of(List<ConnectionEvent> events) {
    Map<Route, Total> sums = new LinkedHashMap<>();
    for (ConnectionEvent event : events) {
      ConnectionChange change = event.change();
      sums.merge(
          new Route(event.workload(), change.transition(), change.from(), change.to()),
          new Total(1, change.downNanos()),
          Total::plus);
    }
    List<String> lines = new ArrayList<>();
    sums.forEach(
        (route, sum) -> {
          int connections =
              route.transition() == ConnectionChange.Transition.LOST
                  ? sum.connections() - returned(route, sums)
                  : sum.connections();
          if (connections > 0) {
            lines.add(line(route, connections, sum.maxDownNanos()));
          }
        });
    return lines;
  }

  /** How many of those that were lost were back within the interval. */
  private static int returned(Route lost, Map<Route, Total> sums) {
    return sums.entrySet().stream()
        .filter(e -> e.getKey().transition() == ConnectionChange.Transition.BACK)
        .filter(e -> e.getKey().workload().equals(lost.workload()))
        .filter(e -> e.getKey().from().equals(lost.from()))
        .mapToInt(e -> e.getValue().connections())
        .sum();
  }

  private static String line(Route route, int count, long maxDownNanos) {
    String connections = count == 1 ? "1 connection" : count + " connections";
    String time = Figures.time(Duration.ofNanos(maxDownNanos)) + (count == 1 ? "" : " (max)");
    String of = connections + (route.from().isEmpty() ? "" : " to " + route.from());
    String words =
        switch (route.transition()) {
          case LOST -> of + " lost, reconnecting";
          case BACK ->
              route.from().equals(route.to())
                  ? of + " back after " + time
                  : Figures.text(
                      "%s moved %s -> %s in %s",
                      connections, orUnknown(route.from()), orUnknown(route.to()), time);
          case GIVEN_UP -> of + " given up by the client after " + time + ", reconnecting";
        };
    return route.workload() + ": " + words;
  }

  private static String orUnknown(String peer) {
    return peer.isEmpty() ? "?" : peer;
  }
}
