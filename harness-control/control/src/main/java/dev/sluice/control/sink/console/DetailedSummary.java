package dev.sluice.control.sink.console;

import dev.sluice.control.format.DeliveryText;
import dev.sluice.control.format.Table;
import dev.sluice.core.pacing.Cause;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Summary;
import dev.sluice.core.stats.AccountTerm;
import dev.sluice.core.stats.Connections.Reconnects;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.stats.Figure;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyFigure;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Window;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Batches;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What else there is to know of a run that has ended: accounts, and all times. */
final class DetailedSummary {

  private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99};

  private DetailedSummary() {}

  static List<String> of(Summary summary, RunBatches batches) {
    List<String> lines = new ArrayList<>();
    summary
        .workloads()
        .forEach(workload -> addWorkload(lines, workload, batches.of(workload.name())));
    return lines;
  }

  private static void addWorkload(List<String> lines, Summary.Workload workload, Batches batches) {
    Counts counts = workload.measured().counts();
    lines.add("");
    lines.add(
        workload.measured().hadTarget()
            ? workload.name() + ": ratio " + Figures.ratio(workload.measured().ratio())
            : workload.name() + ": no target");
    lines.add(
        Figures.text(
            "  messages %,d measured, %,d in all%s; dropped %,d, empty %,d, workers lost %d",
            counts.done(),
            workload.whole().counts().done(),
            attempted(workload),
            counts.dropped(),
            counts.empty(),
            workload.workersLost()));
    addAccount(lines, workload.measured());
    lines.add("  reconnects " + reconnects(workload.reconnects()));
    if (workload.whole().counts().inDoubt() + workload.whole().counts().rolledBack() > 0) {
      lines.add(
          Figures.text(
              "  in doubt %,d, rolled back %,d in all",
              workload.whole().counts().inDoubt(), workload.whole().counts().rolledBack()));
    }
    for (Figure figure : AccountTerm.BESIDE) {
      if (figure.in(workload.measured()) > 0) {
        lines.add("  " + figure.label() + " " + Figures.of(figure, workload.measured()));
      }
    }
    long inNone = workload.measured().toDo() - counts.iterations();
    if (inNone > 0) {
      lines.add("  without latency " + Figures.count(inNone) + topOut(counts));
    }
    addLatencies(lines, workload.measured(), batches);
    if (counts.get(Counter.SKEWED) > 0) {
      lines.add(
          "  skewed "
              + Figures.count(counts.get(Counter.SKEWED))
              + " negative times between two clocks, in no row");
    }
    workload.delivery().ifPresent(found -> addDelivery(lines, found));
  }

  /** Iterations older than the catch-up limit are dropped, and have no latency. */
  private static String topOut(Counts counts) {
    return counts.dropped() == 0
        ? ""
        : ", dropped "
            + Figures.count(counts.dropped())
            + ": lateness is capped at the catch-up limit";
  }

  /** Work that was undone or is in doubt, beside the work that was committed. */
  private static String attempted(Summary.Workload workload) {
    Counts whole = workload.whole().counts();
    return whole.iterations() == whole.done()
        ? ""
        : " (" + Figures.count(whole.iterations()) + " attempted)";
  }

  /** The work that was due and its outcome: two sums of the same size. */
  private static void addAccount(List<String> lines, Window account) {
    Counts counts = account.counts();
    if (account.toDo() == 0) {
      lines.add("  account   nothing was due");
    } else {
      lines.add("  account   " + sum(account, AccountTerm.TO_DO));
      lines.add("          = " + sum(account, AccountTerm.OUTCOMES));
    }
    if (counts.dropped() > 0) {
      lines.add("  dropped   " + byCause(counts));
    }
    if (counts.get(Counter.POSTPONED) > 0) {
      lines.add(
          "  postponed "
              + Figures.count(counts.get(Counter.POSTPONED))
              + " more that the rate asked for");
    }
    if (account.unfinished().hasOldCall()) {
      lines.add(
          "  in flight for up to "
              + Figures.latency(account.unfinished().oldestCallNanos())
              + ": the oldest call that had not ended");
    }
  }

  private static String byCause(Counts counts) {
    return Arrays.stream(Cause.values())
        .filter(cause -> counts.dropped(cause) > 0)
        .map(cause -> Figures.count(counts.dropped(cause)) + " " + cause.label())
        .collect(Collectors.joining(", "));
  }

  /** The work to do, as the sum of the terms that are not 0. */
  private static String sum(Window account, List<AccountTerm> terms) {
    return Figures.count(account.toDo())
        + terms.stream()
            .filter(term -> term.of(account) != 0)
            .map(term -> term.label() + " " + Figures.of(term, account))
            .collect(Collectors.joining(" + ", " = ", ""));
  }

  private static void addDelivery(List<String> lines, DeliveryCounts found) {
    if (found.get(DeliveryFigure.OTHER_CLOCKS) > 0) {
      lines.add(
          Figures.text(
              "  ignored %,d send timestamps from other hosts' clocks",
              found.get(DeliveryFigure.OTHER_CLOCKS)));
    }
    if (DeliveryText.isChecked(found)) {
      lines.add("  delivery " + DeliveryText.of(found));
    }
  }

  /** How many, for how long connections were lost, and how many did not come back. */
  static String reconnects(Reconnects reconnects) {
    String times =
        reconnects.count() == 0
            ? ""
            : ", connections were lost for "
                + Figures.latency(reconnects.p50Nanos())
                + " (p50), "
                + Figures.latency(reconnects.maxNanos())
                + " (max)";
    String notBack =
        reconnects.notBack() == 0 ? "" : "; not back at the end " + reconnects.notBack();
    return Figures.count(reconnects.count()) + times + notBack;
  }

  /** Percentiles with their errors, where those are known. */
  private static void addLatencies(List<String> lines, Window measured, Batches batches) {
    Map<LatencyKind, String> labels = new LinkedHashMap<>();
    if (!measured.latency().isEmpty()) {
      labels.put(LatencyKind.LATENCY, "latency from intended start");
    }
    labels.put(LatencyKind.SERVICE, "service time");
    if (!measured.lateness().isEmpty()) {
      labels.put(LatencyKind.LATENESS, "lateness of start");
    }
    measured.parts().keySet().forEach(part -> labels.put(part, "  " + part.label()));
    Map<LatencyKind, KnownLatency> known = new LinkedHashMap<>();
    labels.forEach(
        (kind, label) ->
            KnownLatency.of(kind, measured, batches)
                .ifPresentOrElse(
                    latency -> known.put(kind, latency),
                    () -> lines.add("  " + label + ": nothing was measured")));
    Table<LatencyKind> table = new Table<LatencyKind>().left("", kind -> "  " + labels.get(kind));
    for (double percentile : PERCENTILES) {
      table =
          table.right(
              Latency.word(percentile), kind -> known.get(kind).text(percentile).orElse(null));
    }
    for (LatencyFigure figure : List.of(LatencyFigure.MAX, LatencyFigure.MEAN)) {
      table = table.right(figure.label(), kind -> known.get(kind).text(figure));
    }
    if (!known.isEmpty()) {
      lines.addAll(table.lines(List.copyOf(known.keySet())));
    }
  }
}
