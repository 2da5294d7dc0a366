package dev.sluice.control.format;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;
import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.stats.Figure;
import dev.sluice.core.stats.Window;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The figures of a workload in an interval that are read and not counted. Each is declared here and
 * nowhere else, because every output goes through this list, beside those of {@link
 * dev.sluice.core.stats.Counter}.
 */
@SuppressWarnings("ImmutableEnumChecker") // functions without a state
public enum Gauge implements Figure {
  ACHIEVED(
      "achieved",
      Unit.PER_SECOND,
      "Iterations per second done in the last interval.",
      Window::achievedPerSecond),
  TARGET(
      "target",
      Unit.PER_SECOND,
      "Iterations per second that the schedule asked for in the last interval; 0 when unlimited.",
      Window::targetPerSecond),
  TARGET_NOW("target now", Unit.PER_SECOND, "", window -> window.end().targetNowPerSecond()),
  WORKERS_UP(
      "workers up",
      Unit.COUNT,
      "Workers with an open connection.",
      window -> window.end().workersUp()),
  WORKERS("workers", Unit.COUNT, "Workers there should be.", window -> window.end().workers()),
  IN_FLIGHT(
      "in flight",
      Unit.COUNT,
      "Iterations begun whose outcome is open at the end of the last interval.",
      workload -> workload.unfinished().inFlight()),
  OVERDUE(
      "overdue",
      Unit.COUNT,
      "Iterations due and not begun at the end of the last interval.",
      workload -> workload.unfinished().overdue()),
  OLDEST_CALL(
      "oldest call",
      Unit.NANOS,
      "Age of the oldest call in flight, 0 if there is none.",
      workload -> workload.unfinished().oldestCallNanos()),
  ITERATIONS("iterations", Unit.TOTAL, "", window -> window.end().totalIterations()),
  RECONNECTS(
      "reconnects",
      Unit.TOTAL,
      "Connections that were lost and came back.",
      workload -> workload.end().connections().reconnects());

  /** The unit of its values; each name of a figure says it. */
  public enum Unit {
    COUNT("", "", ""),
    /** Counted since the run started. */
    TOTAL("_total", "", ""),
    PER_SECOND("_per_s", "PerSecond", "_per_second"),
    /** Nanoseconds, which tables and JSON show in milliseconds and metrics in seconds. */
    NANOS("_ms", "Millis", "_seconds");

    private final String column;
    private final String key;
    private final String metric;

    Unit(String column, String key, String metric) {
      this.column = column;
      this.key = key;
      this.metric = metric;
    }
  }

  /** Those that every object of JSON begins with: rates and workers. */
  public static final List<Gauge> FIRST =
      List.of(ACHIEVED, TARGET, TARGET_NOW, WORKERS_UP, WORKERS);

  /** Those of what is unfinished. */
  static final Set<Gauge> UNFINISHED = Set.of(IN_FLIGHT, OVERDUE, OLDEST_CALL);

  private final String label;
  private final Unit unit;
  private final String help;
  private final ToDoubleFunction<Window> reader;

  Gauge(String label, Unit unit, String help, ToDoubleFunction<Window> reader) {
    this.label = unit == Unit.TOTAL ? "total " + label : label;
    this.unit = unit;
    this.help = help;
    this.reader = reader;
  }

  /**
   * Adds to an object of JSON all that it lacks.
   *
   * @param elsewhere those that another object has
   */
  public static void addOthers(Json json, Function<Gauge, Number> value, Set<Gauge> elsewhere) {
    for (Gauge gauge : values()) {
      if (!json.members().containsKey(gauge.key()) && !elsewhere.contains(gauge)) {
        json.put(gauge.key(), value.apply(gauge));
      }
    }
  }

  @Override
  public String label() {
    return label;
  }

  /** Its name in tables: {@code target_per_s}. */
  @Override
  public String column() {
    return Figure.super.column().replaceFirst("^total_", "") + unit.column;
  }

  /** Its name in JSON: {@code targetPerSecond}, {@code totalReconnects}. */
  @Override
  public String key() {
    return Figure.super.key() + unit.key;
  }

  /** Its name among metrics: {@code target_per_second}. */
  public String metric() {
    return Figure.super.column().replaceFirst("^total_", "") + unit.metric;
  }

  /** Its meaning, one sentence; empty for one that is not a metric. */
  public String help() {
    return help;
  }

  /** Whether it only grows. */
  public boolean isTotal() {
    return unit == Unit.TOTAL;
  }

  /** Its value as metrics show it. */
  public double of(Window workload) {
    double value = reader.applyAsDouble(workload);
    return unit == Unit.NANOS ? value / NANOS_PER_SECOND : value;
  }

  /** Its value as replies show it. */
  public Number exactly(Window workload) {
    double value = reader.applyAsDouble(workload);
    return switch (unit) {
      case COUNT, TOTAL -> Math.round(value);
      case PER_SECOND -> value;
      case NANOS -> value / NANOS_PER_MILLI;
    };
  }

  /** Its value as files show it, rounded. */
  public Number rounded(Window workload) {
    double value = reader.applyAsDouble(workload);
    return switch (unit) {
      case COUNT, TOTAL -> Math.round(value);
      case PER_SECOND -> Csv.number(value);
      case NANOS -> Csv.millis(Math.round(value));
    };
  }
}
