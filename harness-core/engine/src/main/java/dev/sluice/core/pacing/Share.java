package dev.sluice.core.pacing;

import java.util.List;

/**
 * What one process has of a workload's iterations from a moment on: its places in the grid of all,
 * and the one curve of all. {@link CommonSchedule} works it out; {@link LiveRate#follow} obeys it.
 * Immutable.
 *
 * @param number counts the shares of a workload: of two, the larger one is newer
 * @param fromNanos when it begins, a reading of the clock of who holds it. It may be in the past
 * @param fromCount the value of N then
 * @param curve the rate of each place from then on
 * @param grid all places; while its number stays the same, no place changes its owner
 * @param passedOfPrevious iterations of the grid before it that were past when it began
 * @param mine the places of this process, in ascending order; those it has no worker for stay empty
 */
public record Share(
    long number,
    long fromNanos,
    double fromCount,
    RateCurve curve,
    Grid grid,
    long passedOfPrevious,
    List<Integer> mine) {

  public Share {
    mine = List.copyOf(mine);
  }

  /** The same share, by a clock that reads so many nanoseconds more. */
  public Share by(long offsetNanos) {
    return new Share(
        number, fromNanos + offsetNanos, fromCount, curve, grid, passedOfPrevious, mine);
  }
}
