package dev.sluice.core.pacing;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One N(t) and one {@link Grid} of a workload that several processes, its owners, do together: what
 * {@link LiveRate} is for the workers of one process. One process keeps it and tells each owner its
 * {@link Share}, so that nobody rounds for itself: all their due times together are those of one
 * process that was given the same commands at the same times.
 *
 * <p>An owner that is told of every change in order obeys it exactly, however late it hears of one;
 * one that misses a change leaves out what only that change made due.
 *
 * <p>Immutable: a change returns the schedule from then on. Times are readings of one clock, that
 * of who keeps it; none lies before the last change.
 *
 * @param number counts the changes
 * @param fromNanos when the last change takes effect
 * @param fromCount the value of N then
 * @param curve the rate of each place from then on
 * @param asked what N asked of all places together until then
 * @param grid the places
 * @param passedOfPrevious iterations of the grid before it that were past when it began
 * @param dueBefore iterations of all grids before it
 * @param owners who has each place
 */
public record CommonSchedule(
    long number,
    long fromNanos,
    double fromCount,
    RateCurve curve,
    double asked,
    Grid grid,
    long passedOfPrevious,
    long dueBefore,
    List<String> owners) {

  /** One of the places of an owner, counted from 0. */
  private record Slot(String owner, int number) {}

  public CommonSchedule {
    owners = List.copyOf(owners);
    if (owners.size() != grid.places()) {
      throw new IllegalArgumentException(owners.size() + " owners of " + grid.places() + " places");
    }
  }

  /**
   * A schedule that begins.
   *
   * @param curve the rate of each place
   * @param places how many each owner has
   */
  public static CommonSchedule starting(RateCurve curve, Map<String, Integer> places, long nanos) {
    return new CommonSchedule(1, nanos, 0, curve, 0, Grid.EMPTY, 0, 0, List.of()).dealt(places, 0);
  }

  /**
   * Turns to another curve.
   *
   * @param next the rate of each place
   */
  public CommonSchedule turn(RateCurve next, long nanos) {
    long thenNanos = Math.max(nanos, fromNanos);
    return new CommonSchedule(
        number + 1,
        thenNanos,
        countAt(thenNanos),
        next,
        askedBy(thenNanos),
        grid,
        passedOfPrevious,
        dueBefore,
        owners);
  }

  /**
   * Deals the places out again. Owners keep the order in which their places would have been due
   * next.
   *
   * @param places how many each owner has; an owner that is not named has none
   * @param next the rate of each place from then on
   */
  public CommonSchedule deal(Map<String, Integer> places, RateCurve next, long nanos) {
    CommonSchedule turned = turn(next, nanos);
    return turned.dealt(places, grid.passed(schedule(), turned.fromNanos));
  }

  /**
   * The same by another clock, with higher numbers.
   *
   * @param least of its number and that of its grid
   * @param offsetNanos by how much the other clock reads more
   */
  public CommonSchedule continued(long least, long offsetNanos) {
    return new CommonSchedule(
        Math.max(number, least),
        fromNanos + offsetNanos,
        fromCount,
        curve,
        asked,
        new Grid(Math.max(grid.number(), least), grid.startCount(), grid.ahead(), grid.places()),
        passedOfPrevious,
        dueBefore,
        owners);
  }

  /** An owner's part of it. */
  public Share shareOf(String owner) {
    return new Share(
        number,
        fromNanos,
        fromCount,
        curve,
        grid,
        passedOfPrevious,
        IntStream.range(0, owners.size())
            .filter(place -> owners.get(place).equals(owner))
            .boxed()
            .toList());
  }

  /** N, of each place, at a time from the last change on. */
  public double countAt(long nanos) {
    return schedule().countAt(nanos);
  }

  /** How many iterations N asks of all places together by a time from the last change on. */
  public double askedBy(long nanos) {
    return asked + (countAt(nanos) - fromCount) * grid.places();
  }

  /** The iterations of all places together that are due by a time from the last change on. */
  public long dueBy(long nanos) {
    return dueBefore + grid.passed(schedule(), nanos);
  }

  /**
   * The same with a grid that begins with it.
   *
   * @param passed iterations of the grid before it that are past
   */
  private CommonSchedule dealt(Map<String, Integer> places, long passed) {
    List<String> order =
        grid.order(slots(), passed, slotsOf(places)).stream().map(Slot::owner).toList();
    return new CommonSchedule(
        number,
        fromNanos,
        fromCount,
        curve,
        asked,
        grid.next(fromCount, passed, order.size()),
        passed,
        dueBefore + passed,
        order);
  }

  /** Those of each owner are spread evenly over all, so that its work does not come in bursts. */
  private static Set<Slot> slotsOf(Map<String, Integer> places) {
    return places.entrySet().stream()
        .flatMap(
            each ->
                IntStream.range(0, each.getValue())
                    .mapToObj(number -> new Slot(each.getKey(), number)))
        .sorted(Comparator.comparingDouble(slot -> (slot.number + 0.5) / places.get(slot.owner)))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private List<Slot> slots() {
    Map<String, Integer> counted = new HashMap<>();
    return owners.stream()
        .map(owner -> new Slot(owner, counted.merge(owner, 1, Integer::sum) - 1))
        .toList();
  }

  private Schedule schedule() {
    return Schedule.startingAt(fromNanos, fromCount, curve);
  }
}
