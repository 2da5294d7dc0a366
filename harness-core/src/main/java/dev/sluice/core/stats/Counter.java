package dev.sluice.core.stats;

import dev.sluice.core.pacing.Cause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The figures that are counted of workers. Each is declared here and nowhere else, because every
 * output goes through this list. Counters only grow, and add up over intervals, workers, workloads
 * and processes.
 */
@SuppressWarnings("EnumOrdinal") // arrays by ordinal, which never leave the process
public enum Counter {
  ITERATIONS(
      "iterations",
      Unit.ITERATIONS,
      Reach.REPLIES,
      "Iterations attempted to their end, whatever the outcome of their transaction."),
  EMPTY(
      "empty",
      Unit.ITERATIONS,
      Reach.REPLIES,
      "Attempts that found nothing to do, such as a receive that timed out."),
  /** Of iterations, and of attempts to connect. */
  ERRORS("errors", Unit.TIMES, Reach.REPLIES, "Attempts that failed."),
  /**
   * Those caught by the loss of a connection, and iterations in a transaction whose commit was
   * caught by it.
   */
  IN_DOUBT("in doubt", Unit.ITERATIONS, Reach.LINES, "Units of work whose outcome is unknown."),
  ROLLED_BACK(
      "rolled back",
      Unit.ITERATIONS,
      Reach.LINES,
      "Iterations that were undone because their transaction was rolled back."),
  DROPPED(
      "dropped",
      Unit.ITERATIONS,
      Reach.REPLIES,
      "Iterations that were due and will not be made up."),
  WAKE_UPS("wake ups", Unit.TIMES, Reach.EVIDENCE, "Waits that ended at their time."),
  WAKE_UP_DELAY_NANOS(
      "overslept nanos",
      Unit.NANOS,
      Reach.EVIDENCE,
      "Sum of the delays with which those waits ended."),
  SKEWED(
      "skewed",
      Unit.TIMES,
      Reach.LINES,
      "Negative times between two clocks; they are in no histogram."),

  /** N(t) over the workers that should be there, connected or not. */
  DUE("due", "fellDue", Unit.ITERATIONS, Reach.REPLIES, "Iterations that fell due."),
  UNSCHEDULED("unscheduled", Unit.ITERATIONS, Reach.REPLIES, "Iterations that ran unscheduled."),
  POSTPONED(
      "postponed",
      Unit.ITERATIONS,
      Reach.TABLES,
      "Iterations that the rate asked of a closed loop beyond those it made due."),
  DONE(
      "done",
      Unit.ITERATIONS,
      Reach.REPLIES,
      "Iterations whose work is committed, or needs no commit."),
  FAILED("failed", Unit.ITERATIONS, Reach.REPLIES, "Iterations that failed."),
  DROPPED_NO_CONNECTION(
      "dropped no connection",
      Unit.ITERATIONS,
      Reach.TABLES,
      "Iterations dropped because a connection was lost."),
  DROPPED_FAILURES(
      "dropped failures",
      Unit.ITERATIONS,
      Reach.TABLES,
      "Iterations dropped because calls failed."),
  DROPPED_HARNESS(
      "dropped harness",
      Unit.ITERATIONS,
      Reach.TABLES,
      "Iterations dropped because the harness was late."),
  DROPPED_NOTHING_TO_DO(
      "dropped nothing to do",
      Unit.ITERATIONS,
      Reach.TABLES,
      "Iterations dropped because there was nothing to do."),
  DROPPED_BUSY(
      "dropped busy",
      Unit.ITERATIONS,
      Reach.TABLES,
      "Iterations dropped because workers were busy."),
  OWN_LATENESS_NANOS(
      "own lateness nanos",
      Unit.NANOS,
      Reach.EVIDENCE,
      "Sum of the part of lateness that is the harness's own.");

  /** The unit that is counted. */
  public enum Unit {
    /** Iterations, each in this counter once. */
    ITERATIONS,
    /** How often something happened. */
    TIMES,
    /** Time that was spent, in nanoseconds. */
    NANOS
  }

  /** How far a counter goes; each step includes those before it. */
  public enum Reach {
    /** The evidence for verdicts: files of JSON, and metrics. */
    EVIDENCE,
    /** Tables of comma-separated values. */
    TABLES,
    /** Replies in JSON. */
    REPLIES,
    /** Lines for people, where it is not 0; pages and objectives, if it counts iterations. */
    LINES
  }

  private static final List<Counter> BY_CAUSE =
      Arrays.stream(Cause.values()).map(cause -> valueOf("DROPPED_" + cause.name())).toList();

  private final String label;
  private final String key;
  private final Unit unit;
  private final Reach reach;
  private final String help;

  Counter(String label, Unit unit, Reach reach, String help) {
    this(label, new FigureName(label).key(), unit, reach, help);
  }

  Counter(String label, String key, Unit unit, Reach reach, String help) {
    this.label = label;
    this.key = key;
    this.unit = unit;
    this.reach = reach;
    this.help = help;
  }

  /** Its name. */
  public FigureName figureName() {
    return new FigureName(label);
  }

  /** Its name in files of JSON. */
  public String key() {
    return key;
  }

  public Unit unit() {
    return unit;
  }

  /** Its meaning, one sentence. */
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
    List<Counter> counters = new ArrayList<>(List.of(first));
    for (Counter counter : values()) {
      if (counter.reach.compareTo(reach) >= 0 && !counters.contains(counter)) {
        counters.add(counter);
      }
    }
    return List.copyOf(counters);
  }
}
