package dev.sluice.core.pacing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Which places of a {@link Grid} the workers of this process have, and how many iterations each of
 * them was given before. A worker that is given a place, or loses it, is told so at once.
 * Immutable.
 */
final class Assignment {

  /** Before the first worker. */
  static final Assignment NOBODY = new Assignment(Grid.EMPTY, List.of());

  private static final int NONE = -1;

  private final Grid grid;
  private final List<Holder> holders;

  /**
   * @param place of the grid, or {@link #NONE}
   * @param given iterations the worker was given before it had this place
   * @param passed iterations of this grid, of all its places, that were past then
   */
  private record Holder(Pacer worker, int place, long given, long passed) {

    boolean hasPlace() {
      return place != NONE;
    }

    /** Iterations the worker was given by when so many of the grid are past. */
    long givenBy(Grid grid, long passedNow) {
      return hasPlace() ? given + grid.share(passedNow, place) - grid.share(passed, place) : given;
    }

    /** Tells the worker of its place. */
    Holder begin(Grid grid, double count) {
      worker.arrivals().deal(given, count, grid.countOf(place, grid.share(passed, place)));
      return this;
    }
  }

  private Assignment(Grid grid, List<Holder> holders) {
    this.grid = grid;
    this.holders = holders;
  }

  /**
   * Begins a grid of which these workers have all places.
   *
   * @param schedule the schedule until now
   * @param nowNanos when the new grid begins
   * @param members the workers to deal to; those without a place so far are new
   */
  Assignment dealAgain(Schedule schedule, long nowNanos, Set<Pacer> members) {
    double count = schedule.countAt(nowNanos);
    long passed = grid.passed(schedule, nowNanos);
    Grid next = grid.next(count, passed, members.size());
    List<Integer> places = IntStream.range(0, next.places()).boxed().toList();
    return dealt(next, count, 0, places, passed, each -> each.givenBy(grid, passed), members);
  }

  /**
   * Goes over to what a share grants. Places of a new grid are handed out in the order in which
   * workers would have been due next.
   *
   * @param schedule the schedule before the share
   * @param after the schedule from the share on
   */
  Assignment follow(Share share, Schedule schedule, Schedule after, Set<Pacer> members) {
    Grid next = share.grid();
    if (next.number() == grid.number()) {
      return fill(share, after, share.fromNanos(), members);
    }
    boolean missedNone = next.number() == grid.number() + 1;
    long passed = share.passedOfPrevious();
    return dealt(
        next,
        share.fromCount(),
        next.passedBefore(after, share.fromNanos()),
        share.mine(),
        passed,
        each ->
            missedNone || !each.hasPlace()
                ? each.givenBy(grid, passed)
                : each.worker.arrivals().dueBy(schedule, share.fromNanos()),
        members);
  }

  /**
   * Hands out places of the next grid, as far as there are any.
   *
   * @param startCount where workers begin on the axis of N
   * @param passedOfNext iterations of the next grid that are past by then
   * @param passed iterations of this grid that are past by then
   * @param given iterations a worker was given until then
   */
  private Assignment dealt(
      Grid next,
      double startCount,
      long passedOfNext,
      List<Integer> places,
      long passed,
      ToLongFunction<Holder> given,
      Set<Pacer> members) {
    Map<Pacer, Holder> before = byWorker();
    List<Holder> dealt = new ArrayList<>(members.size());
    for (Pacer worker : grid.order(workersByPlace(), passed, members)) {
      Holder was = before.getOrDefault(worker, new Holder(worker, NONE, 0, 0));
      int place = dealt.size() < places.size() ? places.get(dealt.size()) : NONE;
      Holder now = new Holder(worker, place, given.applyAsLong(was), passedOfNext);
      if (now.hasPlace()) {
        now.begin(next, startCount);
      } else if (was.hasPlace()) {
        worker.arrivals().withdraw(now.given, startCount);
      }
      dealt.add(now);
    }
    return new Assignment(next, dealt);
  }

  /**
   * Workers that have no place take those places of a share that are free.
   *
   * @param fromNanos when they begin; nothing from before is due
   */
  Assignment fill(Share share, Schedule schedule, long fromNanos, Set<Pacer> members) {
    List<Integer> free = new ArrayList<>(share.mine());
    Set<Pacer> without = new LinkedHashSet<>(members);
    Map<Pacer, Holder> before = byWorker();
    List<Holder> next = new ArrayList<>(members.size());
    for (Holder holder : holders) {
      if (holder.hasPlace() && without.remove(holder.worker)) {
        free.remove((Integer) holder.place);
        next.add(holder);
      }
    }
    long passed = grid.passedBefore(schedule, fromNanos);
    for (Pacer worker : without) {
      Holder holder = before.get(worker);
      long given = holder == null ? 0 : holder.given;
      Holder now = new Holder(worker, free.isEmpty() ? NONE : free.remove(0), given, passed);
      next.add(now.hasPlace() ? now.begin(grid, schedule.countAt(fromNanos)) : now);
    }
    return new Assignment(grid, next);
  }

  /**
   * Nobody has a place any more.
   *
   * @param lastNanos the last reading at which something is due, which may be past
   */
  Assignment vacate(Schedule schedule, long lastNanos) {
    List<Holder> next = new ArrayList<>(holders.size());
    for (Holder holder : holders) {
      long given =
          holder.hasPlace() ? holder.worker.arrivals().withdraw(schedule, lastNanos) : holder.given;
      next.add(new Holder(holder.worker, NONE, given, 0));
    }
    return new Assignment(grid, next);
  }

  private Map<Pacer, Holder> byWorker() {
    Map<Pacer, Holder> byWorker = new HashMap<>();
    holders.forEach(holder -> byWorker.put(holder.worker, holder));
    return byWorker;
  }

  private List<Pacer> workersByPlace() {
    List<Pacer> workers = new ArrayList<>(Collections.nCopies(grid.places(), null));
    for (Holder holder : holders) {
      if (holder.hasPlace()) {
        workers.set(holder.place, holder.worker);
      }
    }
    return workers;
  }
}
