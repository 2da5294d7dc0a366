package dev.sluice.control.format;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.AccountTerm;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code intervals.csv}: a row for each workload in each interval. Pure functions. */
public final class IntervalCsv {

  private static final String WARMUP = "warmup";

  /** What stands in that column of a row of what workers did after measuring had ended. */
  private static final String ENDING = "ending";

  private static final Pattern MEASURED =
      Pattern.compile("([^,]*,[^,]*,(?<end>[^,]*),(?<length>[^,]*),)false(,.*)");

  private static final double[] PERCENTILES = {50, 90, 99, 99.9};

  private record Column(String name, BiFunction<Snapshot, Window, Object> cell) {}

  private static final List<Column> COLUMNS = columns();

  private IntervalCsv() {}

  private static List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    interval(columns, "interval", each -> each.number());
    interval(columns, "time", each -> each.time());
    interval(columns, "since_start_s", each -> Csv.seconds(each.sinceStartNanos()));
    interval(columns, "length_s", each -> Csv.seconds(each.lengthNanos()));
    interval(columns, WARMUP, each -> each.warmup());
    interval(columns, "run_id", each -> each.runId());
    workload(columns, "workload", Window::name);
    workload(columns, "mode", each -> each.end().mode().name().toLowerCase(Locale.ROOT));
    for (Gauge gauge :
        List.of(Gauge.WORKERS_UP, Gauge.WORKERS, Gauge.TARGET, Gauge.ACHIEVED, Gauge.TARGET_NOW)) {
      workload(columns, gauge.column(), gauge::rounded);
    }
    for (Counter counter : Counter.reaching(Counter.Reach.TABLES)) {
      workload(columns, counter.column(), each -> each.counts().get(counter));
    }
    workload(columns, Gauge.ITERATIONS.column(), Gauge.ITERATIONS::rounded);
    workload(columns, "errors_total", each -> each.end().errors());
    workload(columns, Gauge.RECONNECTS.column(), Gauge.RECONNECTS::rounded);
    workload(columns, "connections", IntervalCsv::peers);
    interval(columns, "cpu_cores", each -> Csv.number(each.cpuCores()));
    Stream.of(DeliveryFigure.values())
        .filter(DeliveryFigure::knownWhileRunning)
        .forEach(figure -> delivery(columns, figure));
    for (LatencyKind kind : LatencyKind.WHOLE) {
      latency(columns, kind, "mean", nanos -> Math.round(nanos.meanNanos()));
      for (double percentile : PERCENTILES) {
        latency(columns, kind, Latency.word(percentile), nanos -> nanos.atPercentile(percentile));
      }
      latency(columns, kind, "max", Latency::maxNanos);
    }
    for (AccountTerm term : AccountTerm.values()) {
      others(columns, term.column(), workload -> term.of(workload));
    }
    for (Gauge gauge : Gauge.values()) {
      others(columns, gauge.column(), gauge::rounded);
    }
    return List.copyOf(columns);
  }

  private static void interval(
      List<Column> columns, String name, Function<Snapshot, Object> figure) {
    columns.add(new Column(name, (interval, workload) -> figure.apply(interval)));
  }

  private static void workload(List<Column> columns, String name, Function<Window, Object> figure) {
    columns.add(new Column(name, (interval, workload) -> figure.apply(workload)));
  }

  /** One that may have a place of its own already. */
  private static void others(List<Column> columns, String name, Function<Window, Object> figure) {
    if (columns.stream().noneMatch(each -> each.name().equals(name))) {
      workload(columns, name, figure);
    }
  }

  /** Empty if nothing is checked. */
  private static void delivery(List<Column> columns, DeliveryFigure figure) {
    workload(
        columns,
        figure.column() + "_total",
        each -> each.end().delivery().map(found -> found.get(figure)).orElse(null));
  }

  /** Percentiles of nothing are not 0, they are not there. */
  private static void latency(
      List<Column> columns, LatencyKind kind, String name, ToLongFunction<Latency> figure) {
    workload(
        columns,
        kind.column() + "_" + name + "_ms",
        workload -> {
          Latency nanos = workload.get(kind);
          return nanos.isEmpty() ? null : Csv.millis(figure.applyAsLong(nanos));
        });
  }

  /** The first line. */
  public static String header() {
    return Csv.line(COLUMNS.stream().map(Column::name).toList());
  }

  /** The rows of an interval. */
  public static String lines(Snapshot interval) {
    return interval.workloads().stream()
        .map(workload -> line(interval, workload))
        .collect(Collectors.joining());
  }

  /**
   * A line as it is when the run has ended, marked if its interval is one of the first that proved
   * to be a warm-up.
   */
  public static String known(String line, long warmupNanos) {
    Matcher row = MEASURED.matcher(line);
    return row.matches() && middleSeconds(row) < warmupNanos / NANOS_PER_SECOND
        ? row.replaceFirst("$1true$4")
        : line;
  }

  private static double middleSeconds(Matcher row) {
    return Double.parseDouble(row.group("end")) - Double.parseDouble(row.group("length")) / 2;
  }

  /** The first line where each row begins with the agent. */
  public static String headerByAgent() {
    return "agent," + header();
  }

  /** The rows of an interval of one agent. */
  public static String lines(String agent, Snapshot interval) {
    return interval.workloads().stream()
        .map(workload -> Csv.line(List.of(agent)).stripTrailing() + "," + line(interval, workload))
        .collect(Collectors.joining());
  }

  /** The rows of what workers did between the last interval and their end, where they did. */
  public static String ending(Snapshot ending) {
    return ending.workloads().stream()
        .filter(workload -> !workload.counts().equals(Counts.ZERO))
        .map(
            workload ->
                line(
                    column ->
                        column.name().equals(WARMUP)
                            ? ENDING
                            : column.cell().apply(ending, workload)))
        .collect(Collectors.joining());
  }

  private static String line(Snapshot interval, Window workload) {
    return line(column -> column.cell().apply(interval, workload));
  }

  private static String line(Function<Column, Object> cell) {
    List<Object> cells = new ArrayList<>();
    COLUMNS.forEach(column -> cells.add(cell.apply(column)));
    return Csv.line(cells);
  }

  private static String peers(Window workload) {
    return workload.end().connections().byPeer().entrySet().stream()
        .map(peer -> peer.getKey() + "=" + peer.getValue())
        .collect(Collectors.joining(";"));
  }
}
