package dev.sluice.core.stats;

/**
 * The account of a period of time:
 *
 * <pre>
 * due + unscheduled + unfinished before
 *     = done + rolled back + failed + in doubt + found nothing + dropped + in flight + overdue
 * </pre>
 *
 * @param before how many iterations were unfinished when it began
 * @param counts what was counted in it
 * @param after what was unfinished at its end
 */
public record Account(long before, Counts counts, Unfinished after) {

  /** The account that ends with this unfinished. */
  public static Account of(Counts counts, Unfinished after) {
    return new Account(after.total() - counts.unfinishedGrowth(), counts, after);
  }

  /** This period and the one that followed it. */
  public Account then(Account later) {
    return new Account(before, counts.plus(later.counts), later.after);
  }

  /** The work of this time: due or begun in it, or unfinished from before. */
  public long toDo() {
    return before + counts.due() + counts.get(Counter.UNSCHEDULED);
  }
}
