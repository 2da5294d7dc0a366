package dev.sluice.control.cli.command.ccdt;

import dev.sluice.jms.provider.ibmmq.ccdt.Ccdt;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtEntry;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtEntry.Affinity;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtFinding;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtFinding.Severity;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtRoute;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtRoute.RequestedQueueManager;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Says in text what a table offers, what the client does with it, and what is wrong with it. */
final class CcdtReport {

  /** Findings that differ in their place only. */
  private record Kind(Severity severity, String message, String remedy) {}

  private CcdtReport() {}

  /** The names that applications can ask for. */
  public static List<String> offer(Ccdt table) {
    List<String> lines = new ArrayList<>();
    lines.add(table.name() + ": " + count(table.entries().size(), "client channel"));
    for (String name : table.queueManagers()) {
      lines.add(
          "  "
              + (name.isEmpty() ? "the default group" : name)
              + ": "
              + count(table.entriesOf(name).size(), "entry", "entries"));
    }
    return lines;
  }

  /** The entries that the client tries, in order. */
  public static List<String> route(CcdtRoute route) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(heading(route.requested()));
    if (route.entries().isEmpty()) {
      lines.add("  no entry, so connecting fails with 2278");
      return lines;
    }
    if (route.entries().size() == 1) {
      lines.add("  " + tried(route.entries().get(0)));
      return lines;
    }
    if (!route.first().isEmpty()) {
      lines.add("  always first, in this order (weight 0):");
      for (CcdtEntry entry : route.first()) {
        lines.add(String.format(Locale.ROOT, "  %6s  %s", "", tried(entry)));
      }
    }
    if (!route.drawn().isEmpty()) {
      lines.add("  " + (route.first().isEmpty() ? "" : "then ") + drawing(route));
      for (CcdtEntry entry : route.drawn()) {
        lines.add(
            String.format(
                Locale.ROOT,
                "  %5.1f%%  %s",
                100 * route.chanceToBeDrawnFirst(entry),
                tried(entry)));
      }
    }
    if (retriesFirst(route)) {
      lines.add("  the entries of weight 0 are tried again after each of these");
    }
    return lines;
  }

  /** The findings, those of the same kind in one line. */
  public static List<String> findings(List<CcdtFinding> findings) {
    Map<Kind, List<String>> places = new LinkedHashMap<>();
    for (CcdtFinding finding : findings) {
      places
          .computeIfAbsent(
              new Kind(finding.severity(), finding.message(), finding.remedy()),
              kind -> new ArrayList<>())
          .add(finding.place());
    }
    List<String> lines = new ArrayList<>();
    places.forEach((kind, at) -> lines.add(line(kind, at)));
    return lines;
  }

  private static String line(Kind kind, List<String> places) {
    String first =
        places.get(0) + (places.size() == 1 ? "" : " (and " + (places.size() - 1) + " more)");
    return kind.severity().name().toLowerCase(Locale.ROOT)
        + "  "
        + new CcdtFinding(kind.severity(), first, kind.message(), kind.remedy()).line();
  }

  private static String heading(RequestedQueueManager requested) {
    String entries =
        requested.entryName().isEmpty()
            ? "the entries of the default group"
            : "the entries of '" + requested.entryName() + "'";
    return "queue manager '"
        + requested.given()
        + "' tries "
        + entries
        + "; "
        + (requested.nameChecked()
            ? "the queue manager that answers must be " + requested.entryName() + ", otherwise 2058"
            : "any queue manager may answer; its name is not checked");
  }

  private static String drawing(CcdtRoute route) {
    if (route.drawn().size() == 1) {
      return "this one:";
    }
    return route.affinity() == Affinity.NONE
        ? "chosen at random for each connection, by weight (affinity none):"
        : "chosen at random once for all connections of a host, by weight (affinity preferred):";
  }

  private static boolean retriesFirst(CcdtRoute route) {
    return route.affinity() == Affinity.NONE
        && !route.first().isEmpty()
        && !route.drawn().isEmpty();
  }

  private static String tried(CcdtEntry entry) {
    return entry.describe() + "  " + entry.place();
  }

  private static String count(int count, String noun) {
    return count(count, noun, noun + "s");
  }

  private static String count(int count, String one, String many) {
    return count + " " + (count == 1 ? one : many);
  }
}
