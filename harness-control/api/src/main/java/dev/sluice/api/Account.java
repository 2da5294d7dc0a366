package dev.sluice.api;

import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Window;
import dev.sluice.core.text.Figures;

/**
 * What became of iterations: each that fell due, or ran without a schedule, is in exactly one
 * class.
 *
 * @param due fell due by the schedule; 0 without one
 * @param done whose work was done, and committed if there are transactions
 * @param failed whose call failed, such as a request without a reply
 * @param inDoubt of which nobody knows, because the connection broke or the run ended before the
 *     answer
 * @param rolledBack undone with their transaction
 * @param empty that found nothing to do, such as a receive without a message
 * @param dropped were due and lie too far back to be made up
 * @param unfinished in flight or overdue when the run ended
 */
public record Account(
    long due,
    long done,
    long failed,
    long inDoubt,
    long rolledBack,
    long empty,
    long dropped,
    long unfinished) {

  static Account of(Window window) {
    return new Account(
        window.counts().due(),
        window.counts().done(),
        window.counts().failed(),
        window.counts().inDoubt(),
        window.counts().get(Counter.ROLLED_BACK),
        window.counts().empty(),
        window.counts().dropped(),
        window.unfinished().total());
  }

  @Override
  public String toString() {
    return "done %s%s%s%s%s%s"
        .formatted(
            Figures.count(done),
            shown(", failed ", failed),
            shown(", in doubt ", inDoubt),
            shown(", rolled back ", rolledBack),
            shown(", dropped ", dropped),
            shown(", unfinished ", unfinished));
  }

  private static String shown(String what, long count) {
    return count == 0 ? "" : what + Figures.count(count);
  }
}
