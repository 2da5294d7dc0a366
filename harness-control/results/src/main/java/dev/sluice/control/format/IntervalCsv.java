package dev.sluice.control.format;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.AccountTerm;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.stats.Figure;
import dev.sluice.core.stats.Gauge;
import dev.sluice.core.stats.LatencyFigure;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Reach;
import dev.sluice.core.stats.Window;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code intervals.csv}: a row for each workload in each interval. Pure functions. */
public final class IntervalCsv {

  /** Warmup cell of rows of what workers did after measuring. */
  private static final String ENDING = "ending";

  private static final Pattern MEASURED =
      Pattern.compile("([^,]*,[^,]*,(?<end>[^,]*),(?<length>[^,]*),)false(,.*)");

  private static final List<LatencyFigure> OF_LATENCY =
      LatencyFigure.withPercentiles(50, 90, 99, 99.9);

  /**
   * A row.
   *
   * @param agent that it is of, empty if it is of all
   * @param ending whether it is of what workers did after measuring had ended
   */
  private record Row(String agent, Snapshot interval, Window workload, boolean ending) {}

  private static final Table<Row> TABLE = withColumns(new Table<>());
  private static final Table<Row> BY_AGENT =
      withColumns(new Table<Row>().left("agent", Row::agent));

  private IntervalCsv() {}

  private static Table<Row> withColumns(Table<Row> first) {
    Table<Row> table = first;
    for (Map.Entry<String, Function<Row, Object>> column : columns().entrySet()) {
      table = table.right(column.getKey(), column.getValue());
    }
    return table;
  }

  private static Map<String, Function<Row, Object>> columns() {
    Map<String, Function<Row, Object>> columns = new LinkedHashMap<>();
    columns.put("interval", interval(Snapshot::number));
    columns.put("time", interval(Snapshot::time));
    columns.put("since_start_s", interval(each -> Csv.seconds(each.sinceStartNanos())));
    columns.put("length_s", interval(each -> Csv.seconds(each.lengthNanos())));
    columns.put("warmup", row -> row.ending ? ENDING : row.interval.warmup());
    columns.put("run_id", interval(Snapshot::runId));
    columns.put("workload", workload(Window::name));
    columns.put("mode", workload(each -> each.end().mode().name().toLowerCase(Locale.ROOT)));
    Stream.of(Gauge.WORKERS_UP, Gauge.WORKERS, Gauge.TARGET, Gauge.ACHIEVED, Gauge.TARGET_NOW)
        .forEach(each -> addFigure(columns, each));
    Counter.reaching(Reach.TABLES).forEach(each -> addFigure(columns, each));
    addFigure(columns, Gauge.TOTAL_ITERATIONS);
    columns.put("errors_total", workload(each -> each.end().errors()));
    addFigure(columns, Gauge.TOTAL_RECONNECTS);
    columns.put("connections", workload(IntervalCsv::peers));
    columns.put("cpu_cores", interval(each -> Csv.number(each.cpuCores())));
    Stream.of(DeliveryFigure.values())
        .filter(DeliveryFigure::knownWhileRunning)
        .forEach(each -> columns.put(each.column() + "_total", figure(each)));
    for (LatencyKind kind : LatencyKind.WHOLE) {
      OF_LATENCY.forEach(each -> addFigure(columns, each.of(kind)));
    }
    Stream.of(AccountTerm.values(), Gauge.values())
        .flatMap(Stream::of)
        .forEach(each -> addFigure(columns, each));
    return columns;
  }

  /** Adds a column unless it exists. */
  private static void addFigure(Map<String, Function<Row, Object>> columns, Figure figure) {
    columns.putIfAbsent(figure.column(), figure(figure));
  }

  private static Function<Row, Object> interval(Function<Snapshot, Object> cell) {
    return row -> cell.apply(row.interval);
  }

  private static Function<Row, Object> workload(Function<Window, Object> cell) {
    return row -> cell.apply(row.workload);
  }

  private static Function<Row, Object> figure(Figure figure) {
    return workload(each -> Csv.value(figure, each));
  }

  private static List<Row> rows(String agent, Snapshot interval, boolean ending) {
    return interval.workloads().stream()
        .map(workload -> new Row(agent, interval, workload, ending))
        .toList();
  }

  /** The first line. */
  public static String header() {
    return TABLE.csvHeader();
  }

  /** The rows of an interval. */
  public static String lines(Snapshot interval) {
    return TABLE.csvLines(rows("", interval, false));
  }

  /**
   * A line as it is when the run has ended, marked if its interval is one of the first that proved
   * to be a warm-up.
   */
  public static String withWarmupMarked(String line, long warmupNanos) {
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
    return BY_AGENT.csvHeader();
  }

  /** The rows of an interval of one agent. */
  public static String lines(String agent, Snapshot interval) {
    return BY_AGENT.csvLines(rows(agent, interval, false));
  }

  /** The rows of what workers did between the last interval and their end, where they did. */
  public static String ending(Snapshot ending) {
    return TABLE.csvLines(
        rows("", ending, true).stream()
            .filter(row -> !row.workload.counts().equals(Counts.ZERO))
            .toList());
  }

  private static String peers(Window workload) {
    return workload.end().connections().byPeer().entrySet().stream()
        .map(peer -> peer.getKey() + "=" + peer.getValue())
        .collect(Collectors.joining(";"));
  }
}
