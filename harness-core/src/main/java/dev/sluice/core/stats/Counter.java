package dev.sluice.core.stats;

import dev.sluice.core.pacing.Cause;
import java.util.Arrays;
import java.util.List;

/**
 * What is counted of workers, each with its key in files. Counters only grow, and add up over
 * workers, intervals and runs.
 */
@SuppressWarnings("EnumOrdinal") // arrays by ordinal, which never leave the process
public enum Counter {
  /** Units of work attempted to their end, whatever became of their transaction. */
  ITERATIONS("iterations"),
  /** Attempts that found nothing to do (a receive that timed out). */
  EMPTY("empty"),
  /** Failures: of iterations, and of attempts to connect. */
  ERRORS("errors"),
  /**
   * Units of work of which nobody knows whether they were done: those caught by the loss of a
   * connection, and iterations in a transaction whose commit was caught by it.
   */
  IN_DOUBT("inDoubt"),
  /** Iterations that were undone because their transaction was rolled back. */
  ROLLED_BACK("rolledBack"),
  /** Iterations that were due and will not be made up. */
  GIVEN_UP("givenUp"),
  /** Waits that ended by the clock. */
  WAKE_UPS("wakeUps"),
  /** How late those waits ended, summed. */
  OVERSLEPT_NANOS("oversleptNanos"),
  /** Times between two clocks that came out negative. */
  SKEWED("skewed"),

  /** Iterations that fell due: N(t) over the workers that should be there, connected or not. */
  DUE("fellDue"),
  /** Iterations that ran without a schedule. */
  UNSCHEDULED("unscheduled"),
  /** What the rate asked of a closed loop beyond what it made due. */
  POSTPONED("postponed"),
  /** Iterations whose work is committed, or needs no commit. */
  DONE("done"),
  /** Iterations that failed. */
  FAILED("failed"),
  GIVEN_UP_NO_CONNECTION("givenUpNoConnection"),
  GIVEN_UP_FAILURES("givenUpFailures"),
  GIVEN_UP_HARNESS("givenUpHarness"),
  GIVEN_UP_NOTHING_TO_DO("givenUpNothingToDo"),
  GIVEN_UP_BUSY("givenUpBusy"),
  /** How much of the lateness of iterations is the harness's own, summed. */
  OWN_LATENESS_NANOS("ownLatenessNanos");

  private static final List<Counter> GIVEN_UP_BY_CAUSE =
      Arrays.stream(Cause.values()).map(cause -> valueOf("GIVEN_UP_" + cause.name())).toList();

  private final String key;

  Counter(String key) {
    this.key = key;
  }

  /** What it is called in files. */
  public String key() {
    return key;
  }

  /** What was given up for one cause. */
  public static Counter givenUpFor(Cause cause) {
    return GIVEN_UP_BY_CAUSE.get(cause.ordinal());
  }
}
