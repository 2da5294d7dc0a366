package dev.sluice.core.stats;

/**
 * What workers counted, over an interval or a run.
 *
 * @param iterations units of work done (messages sent or received, round trips)
 * @param empty attempts that found nothing to do (a receive that timed out)
 * @param errors attempts that failed
 * @param inDoubt units of work of which nobody knows whether they were done: those caught by the
 *     loss of a connection, which are no iterations, and iterations in a transaction whose commit
 *     was caught by it
 * @param rolledBack iterations that were undone again, since their transaction was rolled back
 * @param givenUp iterations that were due and will not be made up
 * @param wakeUps waits that ended by the clock
 * @param oversleptNanos how late those waits ended, summed
 * @param skewed times between two clocks that came out negative
 */
public record Counts(
    long iterations,
    long empty,
    long errors,
    long inDoubt,
    long rolledBack,
    long givenUp,
    long wakeUps,
    long oversleptNanos,
    long skewed) {

  public static final Counts ZERO = new Counts(0, 0, 0, 0, 0, 0, 0, 0, 0);

  public Counts plus(Counts other) {
    return new Counts(
        iterations + other.iterations,
        empty + other.empty,
        errors + other.errors,
        inDoubt + other.inDoubt,
        rolledBack + other.rolledBack,
        givenUp + other.givenUp,
        wakeUps + other.wakeUps,
        oversleptNanos + other.oversleptNanos,
        skewed + other.skewed);
  }

  public Counts minus(Counts other) {
    return new Counts(
        iterations - other.iterations,
        empty - other.empty,
        errors - other.errors,
        inDoubt - other.inDoubt,
        rolledBack - other.rolledBack,
        givenUp - other.givenUp,
        wakeUps - other.wakeUps,
        oversleptNanos - other.oversleptNanos,
        skewed - other.skewed);
  }

  /** How late a wait ended on average, in nanoseconds: what the host's scheduler added. */
  public double meanOversleptNanos() {
    return wakeUps == 0 ? 0 : (double) oversleptNanos / wakeUps;
  }
}
