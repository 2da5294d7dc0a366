package dev.sluice.control.report;

import dev.sluice.core.run.Reconnects;
import dev.sluice.core.run.Summary;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import java.time.Duration;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** A summary as lines of text. */
final class SummaryText {

  private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99};
  private static final String LATENCY_ROW = "  %-28s %9s %9s %9s %9s %9s %9s %9s";

  private final DateTimeFormatter clock;

  SummaryText(DateTimeFormatter clock) {
    this.clock = clock;
  }

  List<String> of(Summary summary) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        "summary"
            + (summary.runId().isEmpty() ? "" : " of " + summary.runId())
            + ": measured "
            + Figures.time(Duration.ofNanos(summary.measuredNanos()))
            + " from "
            + clock.format(summary.started().plusNanos(summary.warmupNanos()))
            + (summary.warmupNanos() == 0
                ? ""
                : " after a warm-up of " + Figures.time(Duration.ofNanos(summary.warmupNanos())))
            + "; ended since "
            + summary.endReason());
    lines.add(
        String.format(
            Locale.ROOT,
            "process: %.2f of %d cores",
            summary.cpu().cores(),
            summary.cpu().processors()));
    summary.workloads().forEach(workload -> addWorkload(lines, workload));
    return lines;
  }

  private static void addWorkload(List<String> lines, Summary.Workload workload) {
    Counts counts = workload.measured().counts();
    lines.add("");
    lines.add(
        workload.name()
            + ": "
            + Figures.rate(workload.achievedPerSecond())
            + "/s achieved"
            + (workload.due() == 0
                ? ", no target"
                : " of "
                    + Figures.rate(workload.targetPerSecond())
                    + "/s target, ratio "
                    + Figures.ratio(workload.ratio())));
    lines.add(
        "  messages "
            + counts.iterations()
            + " measured, "
            + workload.totalIterations()
            + " in all; given up "
            + counts.givenUp()
            + ", empty "
            + counts.empty()
            + ", workers lost "
            + workload.workersLost());
    lines.add("  reconnects " + reconnects(workload.reconnects()));
    if (workload.totalInDoubt() + workload.totalRolledBack() > 0) {
      lines.add(
          "  in doubt "
              + workload.totalInDoubt()
              + ", rolled back "
              + workload.totalRolledBack()
              + " in all");
    }
    lines.add(
        String.format(
            Locale.ROOT, LATENCY_ROW, "", "p50", "p90", "p99", "p99.9", "p99.99", "max", "mean"));
    if (workload.measured().latency().getTotalCount() > 0) {
      lines.add(latencyRow("latency from intended start", workload.measured().latency()));
    }
    lines.add(latencyRow("service time", workload.measured().service()));
    if (workload.measured().lateness().getTotalCount() > 0) {
      lines.add(latencyRow("lateness of start", workload.measured().lateness()));
    }
    workload
        .measured()
        .parts()
        .forEach((part, nanos) -> lines.add(latencyRow("  " + part.label(), nanos)));
    if (counts.skewed() > 0) {
      lines.add("  skewed " + counts.skewed() + " times between two clocks, which are in no row");
    }
    workload.delivery().ifPresent(found -> addDelivery(lines, found));
    if (workload.errorsByCause().isEmpty()) {
      lines.add("  errors none");
    }
    workload
        .errorsByCause()
        .forEach((cause, count) -> lines.add("  errors " + count + " x " + cause));
    lines.add("  verdict " + workload.verdict().explanation());
  }

  private static void addDelivery(List<String> lines, DeliveryCounts found) {
    if (found.otherClocks() > 0) {
      lines.add("  left aside " + found.otherClocks() + " send times by the clocks of other hosts");
    }
    boolean onlyTimed = found.otherClocks() > 0 && found.checked() + found.unchecked() == 0;
    if (!onlyTimed) {
      lines.add("  delivery " + delivery(found));
    }
  }

  private static String delivery(DeliveryCounts found) {
    String findings =
        found.findings().entrySet().stream()
            .map(finding -> finding.getKey() + " " + finding.getValue())
            .collect(Collectors.joining(", "));
    String unchecked =
        found.unchecked() == 0 ? "" : "; " + found.unchecked() + " could not be checked";
    String stranded =
        found.whereabouts().isEmpty() ? "" : "; may be stranded on " + found.whereabouts();
    return found.checked() + " checked, " + findings + stranded + unchecked;
  }

  private static String reconnects(Reconnects reconnects) {
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
    return reconnects.count() + times + notBack;
  }

  private static String latencyRow(String label, Histogram latency) {
    if (latency.getTotalCount() == 0) {
      return "  " + label + ": nothing was measured";
    }
    List<Object> cells = new ArrayList<>();
    cells.add(label);
    for (double percentile : PERCENTILES) {
      cells.add(Figures.latency(latency.getValueAtPercentile(percentile)));
    }
    cells.add(Figures.latency(latency.getMaxValue()));
    cells.add(Figures.latency(Math.round(latency.getMean())));
    return String.format(Locale.ROOT, LATENCY_ROW, cells.toArray());
  }
}
