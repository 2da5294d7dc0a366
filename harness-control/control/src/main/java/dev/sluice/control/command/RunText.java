package dev.sluice.control.command;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;
import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.RunStatus;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.run.TargetState;
import dev.sluice.core.stats.Connections;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Figure;
import dev.sluice.core.stats.Gauge;
import dev.sluice.core.stats.LatencyFigure;
import dev.sluice.core.stats.Standing.PaceMode;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import dev.sluice.core.text.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Replies in words and figures; decimals are the same in every locale. Pure functions. */
public final class RunText {

  /** The figures of an interval that stand behind its workers. */
  private static final List<Figure> INTERVAL =
      List.of(
          LatencyFigure.P50, LatencyFigure.P99, LatencyFigure.MAX, Counter.DROPPED, Counter.ERRORS);

  private RunText() {}

  /** The reply to a change: what is now in force for each workload. */
  static List<String> effective(List<WorkloadStatus> workloads) {
    return List.of("OK " + inForce(workloads));
  }

  /** What is now in force for each. */
  static String inForce(List<WorkloadStatus> workloads) {
    return workloads.stream().map(RunText::effective).collect(Collectors.joining("; "));
  }

  /** A reply that ends with {@code OK} and something more. */
  static List<String> ended(List<String> lines, String last) {
    List<String> reply = new ArrayList<>(lines);
    reply.add(("OK " + last).strip());
    return reply;
  }

  static String effective(WorkloadStatus status) {
    String left =
        status.workers() == 0
            ? "no workers left; the run ends unless other workloads have workers"
            : workers(status.workers());
    return status.name() + " " + status.target().text() + ", " + left;
  }

  /** One workload in {@code status}. */
  static String status(WorkloadStatus status) {
    TargetState target = status.target();
    return Figures.text(
        "%s %s%s, %d of %d workers up%s, %d iterations, %d errors%s",
        status.name(),
        target.rampLeft().isZero() || target.paused()
            ? ""
            : TargetState.rates(target.perWorkerPerSecond(), target.totalPerSecond()) + ", ",
        target.text(),
        status.workersUp(),
        status.workers(),
        connections(status.connections()),
        status.iterations(),
        sum(status.errorsByCause()),
        lost(status));
  }

  /** {@code " (QM1 90, QM2 90)"}, or empty if it is unknown who is at the other ends. */
  private static String connections(Connections connections) {
    return connections.byPeer().isEmpty()
        ? ""
        : connections.byPeer().entrySet().stream()
            .map(e -> e.getKey() + " " + e.getValue())
            .collect(Collectors.joining(", ", " (", ")"));
  }

  /** Events that most runs do not have. */
  private static String lost(WorkloadStatus status) {
    long reconnects = status.connections().reconnects();
    Window since =
        Window.of(0, status.counts(), Map.of(), Unfinished.NOTHING).alsoFound(status.delivery());
    return (reconnects == 0 ? "" : ", " + reconnects + " reconnects")
        + since.rare().stream()
            .map(figure -> ", " + plain(figure, since) + " " + figure.label())
            .collect(Collectors.joining());
  }

  /** The run itself in {@code status}. */
  static String status(RunStatus status) {
    return Figures.text(
        "run%s %s, %.1f s since the schedule started",
        status.id().isEmpty() ? "" : " " + status.id(),
        status.phase().name().toLowerCase(Locale.ROOT),
        status.sinceStartNanos() / NANOS_PER_SECOND);
  }

  /** One line for each workload of an interval, to read and to cut into words. */
  public static List<String> interval(Snapshot snapshot) {
    return snapshot.workloads().stream()
        .map(workload -> interval(snapshot.number(), workload))
        .toList();
  }

  /** The line that JMSPerfHarness's BasicStats prints for an interval. */
  static String basicStats(Snapshot snapshot) {
    long iterations = 0;
    int threads = 0;
    for (Window workload : snapshot.workloads()) {
      iterations += workload.counts().iterations();
      threads += workload.end().workersUp();
    }
    double seconds = snapshot.lengthNanos() / NANOS_PER_SECOND;
    return Figures.text(
        "%srate=%.2f,total messages=%d,Snapshot period=%d,threads=%d",
        snapshot.runId().isEmpty() ? "" : "id=" + snapshot.runId() + ",",
        iterations / seconds,
        iterations,
        Math.round(seconds),
        threads);
  }

  /** A length of time in seconds, without decimals it does not need. */
  static String decimals(Duration duration) {
    double seconds = duration.toNanos() / NANOS_PER_SECOND;
    return seconds == Math.rint(seconds)
        ? Long.toString(Math.round(seconds))
        : Figures.text("%.3f", seconds);
  }

  private static String interval(long number, Window workload) {
    return Figures.text(
        "%s interval=%d%s target=%s up=%d/%d%s%s",
        workload.name(),
        number,
        words(List.of(Gauge.ACHIEVED), workload),
        intervalTarget(workload),
        workload.end().workersUp(),
        workload.end().workers(),
        words(INTERVAL, workload),
        words(workload.rare(), workload));
  }

  /** {@code " p50=1.250ms p99=8.700ms"}. */
  private static String words(List<Figure> figures, Window workload) {
    return figures.stream()
        .map(figure -> " " + figure.word() + "=" + plain(figure, workload))
        .collect(Collectors.joining());
  }

  /** Without commas, and in one unit whatever the value; 0 if there is none. */
  private static String plain(Figure figure, Window workload) {
    Number value = figure.value(workload);
    double known = Double.isNaN(value.doubleValue()) ? 0 : value.doubleValue();
    return switch (figure.unit()) {
      case ITERATIONS, TIMES -> Long.toString(value.longValue());
      case PER_SECOND -> Figures.text("%.2f", known);
      case NANOS -> Figures.text("%.3fms", known / NANOS_PER_MILLI);
    };
  }

  private static String intervalTarget(Window workload) {
    return workload.end().mode() == PaceMode.UNLIMITED
        ? "unlimited"
        : plain(Gauge.TARGET, workload);
  }

  private static String workers(int workers) {
    return workers == 1 ? "1 worker" : workers + " workers";
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
