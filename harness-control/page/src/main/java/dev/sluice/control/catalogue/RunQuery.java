package dev.sluice.control.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

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
    List<RunFilter> filters, RunColumn sort, boolean descending, int limit, int offset) {

  /** All runs, the newest first. */
  public static final RunQuery ALL = new RunQuery(List.of(), RunColumn.CREATED, true, 0, 0);

  public RunQuery {
    filters = List.copyOf(filters);
  }

  /** The same of runs that also meet these. */
  public RunQuery with(List<RunFilter> more) {
    List<RunFilter> all = new ArrayList<>(filters);
    all.addAll(more);
    return new RunQuery(all, sort, descending, limit, offset);
  }

  String where() {
    return filters.isEmpty()
        ? ""
        : filters.stream()
            .map(RunFilter::condition)
            .collect(Collectors.joining(" AND ", " WHERE ", ""));
  }

  String order() {
    return " ORDER BY "
        + sort.column()
        + (descending ? " DESC" : "")
        + " NULLS LAST, path"
        + (limit > 0 ? " LIMIT " + limit : "")
        + (offset > 0 ? " OFFSET " + offset : "");
  }

  List<Object> values() {
    return filters.stream().flatMap(filter -> filter.values().stream()).toList();
  }
}
