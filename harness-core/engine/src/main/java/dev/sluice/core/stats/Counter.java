package dev.sluice.core.stats;

import dev.sluice.core.pacing.Cause;
import java.util.List;
import java.util.stream.Stream;

/**
 * The figures that are counted of workers. Each is declared here and nowhere else, because every
 * output goes through this list. Counters only grow, and add up over intervals, workers, workloads
 * and processes.
 */
@SuppressWarnings("EnumOrdinal") // arrays by ordinal, which never leave the process
public enum Counter implements Figure {
  ITERATIONS(
      Reach.REPLIES,
      "Iterations attempted to their end, whatever the outcome of their transaction."),
  EMPTY(Reach.REPLIES, "Attempts that found nothing to do, such as a receive that timed out."),
  /** Of iterations, and of attempts to connect. */
  ERRORS(Unit.TIMES, Reach.REPLIES, "Attempts that failed."),
  /**
   * Those caught by the loss of a connection, and iterations in a transaction whose commit was
   * caught by it.
   */
  IN_DOUBT(Reach.LINES, "Units of work whose outcome is unknown."),
  ROLLED_BACK(
      Reach.LINES, "Iterations that were undone because their transaction was rolled back."),
  DROPPED(Reach.REPLIES, "Iterations that were due and will not be made up."),
  WAKE_UPS(Unit.TIMES, Reach.EVIDENCE, "Waits that ended at their time."),
  OVERSLEPT_NANOS(Unit.NANOS, Reach.EVIDENCE, "Sum of the delays with which those waits ended."),
  SKEWED(Unit.TIMES, Reach.LINES, "Negative times between two clocks; they are in no histogram."),

  /** N(t) over the workers that should be there, connected or not. */
  DUE(Reach.REPLIES, "Iterations that fell due."),
  UNSCHEDULED(Reach.REPLIES, "Iterations that ran unscheduled."),
  POSTPONED(
      Reach.TABLES, "Iterations that the rate asked of a closed loop beyond those it made due."),
  DONE(Reach.REPLIES, "Iterations whose work is committed, or needs no commit."),
  FAILED(Reach.REPLIES, "Iterations that failed."),
  DROPPED_NO_CONNECTION(Reach.TABLES, "Iterations dropped because a connection was lost."),
  DROPPED_FAILURES(Reach.TABLES, "Iterations dropped because calls failed."),
  DROPPED_HARNESS(Reach.TABLES, "Iterations dropped because the harness was late."),
  DROPPED_NOTHING_TO_DO(Reach.TABLES, "Iterations dropped because there was nothing to do."),
  DROPPED_BUSY(Reach.TABLES, "Iterations dropped because workers were busy."),
  OWN_LATENESS_NANOS(
      Unit.NANOS, Reach.EVIDENCE, "Sum of the part of lateness that is the harness's own.");

  private static final List<Counter> BY_CAUSE =
      Stream.of(Cause.values()).map(cause -> valueOf("DROPPED_" + cause.name())).toList();

  private final Unit unit;
  private final Reach reach;
  private final String help;

  Counter(Reach reach, String help) {
    this(Unit.ITERATIONS, reach, help);
  }

  Counter(Unit unit, Reach reach, String help) {
    this.unit = unit;
    this.reach = reach;
    this.help = help;
  }

  /** Its name in files of JSON. */
  public String fileKey() {
    return this == DUE ? "fellDue" : key();
  }

  @Override
  public Unit unit() {
    return unit;
  }

  @Override
  public Number value(Window window) {
    return window.counts().get(this);
  }

  @Override
  public String metric() {
    return column().replace("_nanos", "_seconds");
  }

  @Override
  public String help() {
    return help;
  }

  /** Whether it is what one cause has of {@link #DROPPED}. */
  public boolean isOfCause() {
    return BY_CAUSE.contains(this);
  }

  /** The iterations dropped for one cause. */
  public static Counter droppedFor(Cause cause) {
    return BY_CAUSE.get(cause.ordinal());
  }

  /**
   * The counters that go as far as this: those that have a place of their own, then all others.
   *
   * @param first whatever their reach, in this order
   */
  public static List<Counter> reaching(Reach reach, Counter... first) {
    return Stream.concat(
            Stream.of(first),
            Stream.of(values()).filter(counter -> counter.reach.compareTo(reach) >= 0))
        .distinct()
        .toList();
  }
}
