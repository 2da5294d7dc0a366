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
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code intervals.csv}: a row for each workload in each interval. Pure functions. */
public final class IntervalCsv {

  /** What stands below warmup in a row of what workers did after measuring had ended. */
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

  private static final Table<Row> TABLE = new IntervalCsv(new Table<>()).table;
  private static final Table<Row> BY_AGENT =
      new IntervalCsv(new Table<Row>().left("agent", Row::agent)).table;

  private Table<Row> table;

  private IntervalCsv(Table<Row> first) {
    table = first;
    interval("interval", Snapshot::number);
    interval("time", Snapshot::time);
    interval("since_start_s", each -> Csv.seconds(each.sinceStartNanos()));
    interval("length_s", each -> Csv.seconds(each.lengthNanos()));
    add("warmup", row -> row.ending ? ENDING : row.interval.warmup());
    interval("run_id", Snapshot::runId);
    workload("workload", Window::name);
    workload("mode", each -> each.end().mode().name().toLowerCase(Locale.ROOT));
    Stream.of(Gauge.WORKERS_UP, Gauge.WORKERS, Gauge.TARGET, Gauge.ACHIEVED, Gauge.TARGET_NOW)
        .forEach(this::figure);
    Counter.reaching(Reach.TABLES).forEach(this::figure);
    figure(Gauge.TOTAL_ITERATIONS);
    workload("errors_total", each -> each.end().errors());
    figure(Gauge.TOTAL_RECONNECTS);
    workload("connections", IntervalCsv::peers);
    interval("cpu_cores", each -> Csv.number(each.cpuCores()));
    Stream.of(DeliveryFigure.values())
        .filter(DeliveryFigure::knownWhileRunning)
        .forEach(each -> figure(each.column() + "_total", each));
    for (LatencyKind kind : LatencyKind.WHOLE) {
      OF_LATENCY.forEach(each -> figure(each.of(kind)));
    }
    Stream.of(AccountTerm.values(), Gauge.values()).flatMap(Stream::of).forEach(this::figure);
  }

  private void add(String name, Function<Row, Object> figure) {
    table = table.right(name, figure);
  }

  private void interval(String name, Function<Snapshot, Object> figure) {
    add(name, row -> figure.apply(row.interval));
  }

  private void workload(String name, Function<Window, Object> figure) {
    add(name, row -> figure.apply(row.workload));
  }

  /** One that may have a place of its own already. */
  private void figure(Figure figure) {
    if (!table.names().contains(figure.column())) {
      figure(figure.column(), figure);
    }
  }

  private void figure(String name, Figure figure) {
    workload(name, each -> Csv.value(figure, each));
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
