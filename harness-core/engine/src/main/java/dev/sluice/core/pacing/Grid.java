package dev.sluice.core.pacing;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The iterations of all workers of a workload as one evenly spaced sequence, in which they take
 * turns. With m places, iteration q of all is due at N = start + (ahead + q) / m and belongs to the
 * worker at place q mod m.
 *
 * <p>Where workers join or leave, a new grid begins. Let S be the iterations of all workers
 * together, so that S grows m times as fast as N: this sequence is where S crosses whole numbers.
 * The next grid goes on with the next whole number, so nothing is lost, doubled or bunched at the
 * change, whatever becomes of m and of the rate. How many iterations of a grid are past is counted
 * in whole numbers, hence the total is exact through any number of changes.
 *
 * <p>A grid may be that of many processes: then one of them works it out, and all others are told
 * its numbers. Immutable.
 *
 * @param number counts the grids of a workload, from 1
 * @param startCount where it begins on the axis of N
 * @param ahead from the start to the first iteration of all, on the axis of S; from 0 to 1
 * @param places how many there are; 0 before the first worker
 */
public record Grid(long number, double startCount, double ahead, int places) {

  /** Before the first worker. */
  static final Grid EMPTY = new Grid(0, 0, 0, 0);

  /**
   * The grid that follows this one.
   *
   * @param count where it begins on the axis of N
   * @param passed how many iterations of this grid are {@linkplain #passed past} by then
   */
  Grid next(double count, long passed, int nextPlaces) {
    double left = places == 0 ? 0 : Math.min(1, Math.max(0, (countOf(passed) - count) * places));
    return new Grid(number + 1, count, left, nextPlaces);
  }

  /** Iterations of this grid, of all its places, that are due by a time. */
  long passed(Schedule schedule, long nanos) {
    double count = schedule.countAt(nanos);
    if (places == 0) {
      return 0;
    }
    long guess = Math.max(0, (long) Math.floor((count - startCount) * places - ahead) + 1);
    return schedule.dueBy(nanos, guess, 0, this::countOf);
  }

  /**
   * Iterations that a worker who begins at a time has no part in, because they are past; none at
   * the very start of the grid.
   */
  long passedBefore(Schedule schedule, long nanos) {
    return schedule.countAt(nanos) <= startCount ? 0 : passed(schedule, nanos);
  }

  /** How many of the first so many iterations of all belong to a place. */
  long share(long iterations, int place) {
    return (iterations - place + places - 1) / places;
  }

  /** Where an iteration of a place is due on the axis of N, counted from 0. */
  double countOf(int place, long iteration) {
    return startCount + (ahead + place) / places + iteration;
  }

  /**
   * The order in which members have the places of the grid that follows: those who had places keep
   * the order in which they would have been due next, and those who join are put evenly between
   * them.
   *
   * @param holders who had the places of this grid; null where nobody did
   * @param passed how many iterations of this grid are past
   */
  <W> List<W> order(List<W> holders, long passed, Set<W> members) {
    Set<W> joining = new LinkedHashSet<>(members);
    List<W> old = new ArrayList<>(holders.size());
    for (int i = 0; i < holders.size(); i++) {
      W holder = holders.get((int) ((passed + i) % holders.size()));
      if (holder != null && joining.remove(holder)) {
        old.add(holder);
      }
    }
    return interleaved(old, List.copyOf(joining));
  }

  private double countOf(long iteration) {
    return countOf((int) (iteration % places), iteration / places);
  }

  private static <W> List<W> interleaved(List<W> old, List<W> added) {
    int all = old.size() + added.size();
    List<W> merged = new ArrayList<>(all);
    int fromOld = 0;
    for (int i = 0; i < all; i++) {
      // of the first i + 1 places the old ones have their part, rounded up
      boolean takesOld = (i + 1L) * old.size() > (long) fromOld * all;
      merged.add(takesOld ? old.get(fromOld++) : added.get(i - fromOld));
    }
    return merged;
  }
}
