package dev.sluice.core.stats;

/**
 * The account of a period of time:
 *
 * <pre>
 * due + unscheduled + under way before
 *     = done + rolled back + failed + in doubt + found nothing + given up + under way after
 * </pre>
 *
 * @param before how many iterations were under way when it began
 * @param counts what was counted in it
 * @param after what was under way at its end
 */
public record Account(long before, Counts counts, UnderWay after) {

  /** The account that ends with this under way. */
  public static Account of(Counts counts, UnderWay after) {
    return new Account(after.total() - counts.underWayGrowth(), counts, after);
  }

  /** This period and the one that followed it. */
  public Account then(Account later) {
    return new Account(before, counts.plus(later.counts), later.after);
  }

  /** The work of this time: due or begun in it, or under way from before. */
  public long toDo() {
    return before + counts.due() + counts.unscheduled();
  }
}
