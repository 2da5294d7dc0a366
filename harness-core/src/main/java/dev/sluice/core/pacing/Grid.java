package dev.sluice.core.pacing;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The iterations of all workers of a workload as one evenly spaced sequence, dealt out to the
 * workers in turn. With m workers, iteration q of all is due at N = start + (ahead + q) / m and
 * belongs to the worker at place q mod m.
 *
 * <p>Where workers join or leave, a new grid begins. Let S be the iterations of all workers
 * together, so that S grows m times as fast as N: this sequence is where S crosses whole numbers.
 * The next grid goes on with the next whole number, so nothing is lost, doubled or bunched at the
 * change, whatever becomes of m and of the rate. How many iterations of a grid are past is counted
 * in whole numbers, hence the total is exact through any number of changes.
 *
 * <p>Workers keep the order in which they would have been due next; those who join are put evenly
 * between them. Immutable.
 */
final class Grid {

  /** Before the first worker. */
  static final Grid EMPTY = new Grid(0, 0, List.of());

  /** Rounding may misjudge by one whether an iteration is due at a moment. */
  private static final int CORRECTIONS = 2;

  private final double startCount;
  private final double ahead; // from the start to the first iteration of all, on the axis of S
  private final List<Place> places;

  /**
   * @param base iterations the worker was given on earlier grids
   */
  private record Place(Pacer worker, long base) {}

  private Grid(double startCount, double ahead, List<Place> places) {
    this.startCount = startCount;
    this.ahead = ahead;
    this.places = places;
  }

  /**
   * Begins the grid that follows this one, and gives each worker its {@link Turn} of it.
   *
   * @param schedule the schedule until now
   * @param nowNanos when the new grid begins
   * @param members the workers to deal to; those without a place on this grid are new
   */
  Grid dealAgain(Schedule schedule, long nowNanos, Set<Pacer> members) {
    double count = schedule.countAt(nowNanos);
    long passed = passed(schedule, nowNanos, count);
    Set<Pacer> joining = new LinkedHashSet<>(members);
    List<Place> old = new ArrayList<>(places.size());
    for (int i = 0; i < places.size(); i++) {
      int place = (int) ((passed + i) % places.size());
      Pacer worker = places.get(place).worker();
      if (joining.remove(worker)) {
        old.add(new Place(worker, places.get(place).base() + share(passed, place)));
      }
    }
    List<Place> added = joining.stream().map(worker -> new Place(worker, 0)).toList();
    Grid next = new Grid(count, aheadOf(count, passed), interleaved(old, added));
    for (int i = 0; i < next.places.size(); i++) {
      Place place = next.places.get(i);
      place.worker().arrivals().deal(place.base(), count, next.first(i));
    }
    return next;
  }

  /** Iterations of this grid that are due by now. */
  private long passed(Schedule schedule, long nowNanos, double count) {
    if (places.isEmpty()) {
      return 0;
    }
    long due = Math.max(0, (long) Math.floor((count - startCount) * places.size() - ahead) + 1);
    // judged by the times at which workers take them to be due
    for (int i = 0; i < CORRECTIONS && schedule.dueNanos(countOf(due)) <= nowNanos; i++) {
      due++;
    }
    for (int i = 0; i < CORRECTIONS && due > 0; i++) {
      due -= schedule.dueNanos(countOf(due - 1)) > nowNanos ? 1 : 0;
    }
    return due;
  }

  private double aheadOf(double count, long passed) {
    return places.isEmpty()
        ? 0
        : Math.min(1, Math.max(0, (countOf(passed) - count) * places.size()));
  }

  private double countOf(long iteration) {
    long round = iteration / places.size();
    return first((int) (iteration % places.size())) + round;
  }

  private double first(int place) {
    return startCount + (ahead + place) / places.size();
  }

  /** How many of the first N iterations belong to a place. */
  private long share(long iterations, int place) {
    return (iterations - place + places.size() - 1) / places.size();
  }

  private static List<Place> interleaved(List<Place> old, List<Place> added) {
    int all = old.size() + added.size();
    List<Place> merged = new ArrayList<>(all);
    int fromOld = 0;
    for (int i = 0; i < all; i++) {
      // of the first i + 1 places the old ones have their part, rounded up
      boolean takesOld = (i + 1L) * old.size() > (long) fromOld * all;
      merged.add(takesOld ? old.get(fromOld++) : added.get(i - fromOld));
    }
    return merged;
  }
}
