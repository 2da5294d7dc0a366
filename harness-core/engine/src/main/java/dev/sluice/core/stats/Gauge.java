package dev.sluice.core.stats;

import dev.sluice.estimates.Batches;
import dev.sluice.estimates.Estimated;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The figures of a workload in an interval that are read and not counted. Each is declared here and
 * nowhere else, because every output goes through this list, beside those of {@link Counter}.
 */
@SuppressWarnings("ImmutableEnumChecker") // functions without a state
public enum Gauge implements Figure {
  ACHIEVED(
      Unit.PER_SECOND,
      Reach.REPLIES,
      "Iterations per second done in the last interval.",
      Window::achievedPerSecond),
  TARGET(
      Unit.PER_SECOND,
      Reach.REPLIES,
      "Iterations per second that the schedule asked for in the last interval; 0 when unlimited.",
      Window::targetPerSecond),
  TARGET_NOW(Unit.PER_SECOND, Reach.REPLIES, "", window -> window.end().targetNowPerSecond()),
  WORKERS_UP(
      Unit.TIMES,
      Reach.REPLIES,
      "Workers with an open connection.",
      window -> window.end().workersUp()),
  WORKERS(Unit.TIMES, Reach.REPLIES, "Workers there should be.", window -> window.end().workers()),
  IN_FLIGHT(
      Unit.ITERATIONS,
      Reach.REPLIES,
      "Iterations begun whose outcome is open at the end of the last interval.",
      window -> AccountTerm.IN_FLIGHT.of(window)),
  OVERDUE(
      Unit.ITERATIONS,
      Reach.REPLIES,
      "Iterations due and not begun at the end of the last interval.",
      window -> AccountTerm.OVERDUE.of(window)),
  OLDEST_CALL(
      Unit.NANOS,
      Reach.REPLIES,
      "Age of the oldest call in flight, 0 if there is none.",
      window -> window.unfinished().oldestCallNanos()),
  TOTAL_ITERATIONS(Unit.ITERATIONS, Reach.REPLIES, "", window -> window.end().totalIterations()),
  TOTAL_RECONNECTS(
      Unit.TIMES,
      Reach.REPLIES,
      "Connections that were lost and came back.",
      window -> window.end().connections().reconnects());

  private static final String TOTAL = "total_";

  private final Unit unit;
  private final Reach reach;
  private final String help;
  private final Function<Window, Number> reader;

  Gauge(Unit unit, Reach reach, String help, Function<Window, Number> reader) {
    this.unit = unit;
    this.reach = reach;
    this.help = help;
    this.reader = reader;
  }

  @Override
  public Unit unit() {
    return unit;
  }

  @Override
  public Number value(Window window) {
    return reader.apply(window);
  }

  @Override
  public Estimated in(Batches batches) {
    return this == ACHIEVED ? batches.achieved() : Estimated.NOTHING;
  }

  /** {@code target_per_s}, {@code reconnects_total}. */
  @Override
  public String column() {
    return stem() + (isTotal() ? "_total" : suffix("_per_s", "_ms"));
  }

  /** {@code targetPerSecond}, {@code totalReconnects}. */
  @Override
  public String key() {
    return Figure.super.key() + suffix("PerSecond", "Millis");
  }

  /** {@code target_per_second}. */
  @Override
  public String metric() {
    return stem() + suffix("_per_second", "_seconds");
  }

  private String stem() {
    return Figure.super.column().replaceFirst("^" + TOTAL, "");
  }

  private String suffix(String perSecond, String time) {
    return switch (unit) {
      case ITERATIONS, TIMES -> "";
      case PER_SECOND -> perSecond;
      case NANOS -> time;
    };
  }

  @Override
  public String help() {
    return help;
  }

  /** Whether it is counted since the run started. */
  public boolean isTotal() {
    return Figure.super.column().startsWith(TOTAL);
  }

  /** Those that go as far as this. */
  public static List<Gauge> reaching(Reach reach) {
    return Stream.of(values()).filter(gauge -> gauge.reach.compareTo(reach) >= 0).toList();
  }
}
