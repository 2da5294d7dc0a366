package dev.sluice.control.catalogue;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Which runs are asked for, and in which order.
 *
 * @param filters all of them must hold
 * @param sort the column to sort by; runs without a value come last
 * @param descending whether the largest or newest comes first
 * @param limit how many at most, 0 for all
 * @param offset how many of them to pass over
 */
public record RunQuery(
    List<Predicate<RunEntry>> filters, RunColumn sort, boolean descending, int limit, int offset) {

  /** All runs, the newest first. */
  public static final RunQuery ALL = new RunQuery(List.of(), RunColumn.CREATED, true, 0, 0);

  public RunQuery {
    filters = List.copyOf(filters);
  }

  boolean accepts(RunEntry run) {
    return filters.stream().allMatch(filter -> filter.test(run));
  }

  /** The runs among these that are asked for, in order. */
  Stream<RunEntry> of(Stream<RunEntry> runs) {
    Comparator<Object> byValue = descending ? sort.order().reversed() : sort.order();
    Comparator<RunEntry> order =
        Comparator.comparing(run -> run.values().get(sort), Comparator.nullsLast(byValue));
    return runs.filter(this::accepts)
        .sorted(order.thenComparing(RunEntry::path))
        .skip(offset)
        .limit(limit > 0 ? limit : Long.MAX_VALUE);
  }
}
