package dev.sluice.core.pacing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which places of a {@link Grid} the workers of this process have, and how many iterations each of
 * them was given before. A worker that is given a place, or loses it, is told so at once.
 * Immutable.
 */
final class Seating {

  /** Before the first worker. */
  static final Seating NOBODY = new Seating(Grid.EMPTY, List.of());

  private static final int NONE = -1;

  private final Grid grid;
  private final List<Seat> seats;

  /**
   * @param place of the grid, or {@link #NONE}
   * @param given iterations the worker was given before it had this place
   * @param passed iterations of this grid, of all its places, that were past then
   */
  private record Seat(Pacer worker, int place, long given, long passed) {

    boolean taken() {
      return place != NONE;
    }

    /** Iterations the worker was given by when so many of the grid are past. */
    long givenBy(Grid grid, long passedNow) {
      return taken() ? given + grid.share(passedNow, place) - grid.share(passed, place) : given;
    }

    /** Tells the worker of its place. */
    Seat begin(Grid grid, double count) {
      worker.arrivals().deal(given, count, grid.countOf(place, grid.share(passed, place)));
      return this;
    }
  }

  private Seating(Grid grid, List<Seat> seats) {
    this.grid = grid;
    this.seats = seats;
  }

  /**
   * Begins a grid of which these workers have all places.
   *
   * @param schedule the schedule until now
   * @param nowNanos when the new grid begins
   * @param members the workers to deal to; those without a place so far are new
   */
  Seating dealAgain(Schedule schedule, long nowNanos, Set<Pacer> members) {
    double count = schedule.countAt(nowNanos);
    long passed = grid.passed(schedule, nowNanos);
    Grid next = grid.next(count, passed, members.size());
    Map<Pacer, Seat> before = byWorker();
    List<Seat> dealt = new ArrayList<>(members.size());
    for (Pacer worker : grid.order(holders(), passed, members)) {
      Seat seat = before.get(worker);
      long given = seat == null ? 0 : seat.givenBy(grid, passed);
      dealt.add(new Seat(worker, dealt.size(), given, 0).begin(next, count));
    }
    return new Seating(next, dealt);
  }

  /**
   * Goes over to what a share grants. Places of a new grid are handed out in the order in which
   * workers would have been due next.
   *
   * @param schedule the schedule before the share
   * @param after the schedule from the share on
   */
  Seating follow(Share share, Schedule schedule, Schedule after, Set<Pacer> members) {
    Grid next = share.grid();
    if (next.number() == grid.number()) {
      return fill(share, after, share.fromNanos(), members);
    }
    boolean nextOne = next.number() == grid.number() + 1;
    long passed = next.passedBefore(after, share.fromNanos());
    Map<Pacer, Seat> before = byWorker();
    List<Seat> dealt = new ArrayList<>(members.size());
    for (Pacer worker : grid.order(holders(), share.passedOfPrevious(), members)) {
      Seat seat = before.getOrDefault(worker, new Seat(worker, NONE, 0, 0));
      long given =
          nextOne || !seat.taken()
              ? seat.givenBy(grid, share.passedOfPrevious())
              : worker.arrivals().dueBy(schedule, share.fromNanos()); // a share was missed
      int place = dealt.size() < share.mine().size() ? share.mine().get(dealt.size()) : NONE;
      Seat now = new Seat(worker, place, given, passed);
      if (now.taken()) {
        now.begin(next, share.fromCount());
      } else if (seat.taken()) {
        worker.arrivals().withdraw(given, share.fromCount());
      }
      dealt.add(now);
    }
    return new Seating(next, dealt);
  }

  /**
   * Workers that have no place take those places of a share that are free.
   *
   * @param fromNanos when they begin; nothing from before is due
   */
  Seating fill(Share share, Schedule schedule, long fromNanos, Set<Pacer> members) {
    List<Integer> free = new ArrayList<>(share.mine());
    Set<Pacer> without = new LinkedHashSet<>(members);
    Map<Pacer, Seat> before = byWorker();
    List<Seat> next = new ArrayList<>(members.size());
    for (Seat seat : seats) {
      if (seat.taken() && without.remove(seat.worker)) {
        free.remove((Integer) seat.place);
        next.add(seat);
      }
    }
    long passed = grid.passedBefore(schedule, fromNanos);
    for (Pacer worker : without) {
      Seat seat = before.get(worker);
      long given = seat == null ? 0 : seat.given;
      Seat now = new Seat(worker, free.isEmpty() ? NONE : free.remove(0), given, passed);
      next.add(now.taken() ? now.begin(grid, schedule.countAt(fromNanos)) : now);
    }
    return new Seating(grid, next);
  }

  /**
   * Nobody has a place any more.
   *
   * @param lastNanos the last reading at which something is due, which may be past
   */
  Seating vacate(Schedule schedule, long lastNanos) {
    List<Seat> next = new ArrayList<>(seats.size());
    for (Seat seat : seats) {
      long given = seat.taken() ? seat.worker.arrivals().withdraw(schedule, lastNanos) : seat.given;
      next.add(new Seat(seat.worker, NONE, given, 0));
    }
    return new Seating(grid, next);
  }

  private Map<Pacer, Seat> byWorker() {
    Map<Pacer, Seat> byWorker = new HashMap<>();
    seats.forEach(seat -> byWorker.put(seat.worker, seat));
    return byWorker;
  }

  private List<Pacer> holders() {
    List<Pacer> holders = new ArrayList<>(Collections.nCopies(grid.places(), null));
    for (Seat seat : seats) {
      if (seat.taken()) {
        holders.set(seat.place, seat.worker);
      }
    }
    return holders;
  }
}
