package dev.sluice.control.sink.page;

import dev.sluice.control.format.FigureJson;
import dev.sluice.control.format.Json;
import dev.sluice.control.measure.LatestWindow;
import dev.sluice.control.recorded.IntervalJoin;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Totals;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Gauge;
import dev.sluice.core.stats.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The intervals of a run that goes on, in bounded memory: when there are too many points, each two
 * neighbours become one. Counts and histograms are added, so percentiles are those of all values.
 * The sums are of all intervals. One thread.
 */
final class LiveHistory {

  /** The sums and curves of all that was measured, most of a message, change little in one. */
  private static final int INTERVALS_PER_SUM = 10;

  /** Percentiles of now are of as many values as that. */
  private static final Duration LATELY = Duration.ofSeconds(10);

  private final int maxPoints;
  private Totals totals = Totals.NOTHING;
  private final LatestWindow latest = new LatestWindow(LATELY);
  private Optional<Snapshot> lately = Optional.empty(); // their sum
  private Optional<Snapshot> last = Optional.empty();
  private long intervals;
  private final List<Snapshot> points = new ArrayList<>(); // as small as they can be kept
  private PageSeries series = new PageSeries();
  private int together = 1;
  private IntervalJoin join = new IntervalJoin(1, this::point);
  private int sums;

  /**
   * @param maxPoints an even number of points at which neighbours are joined
   */
  LiveHistory(int maxPoints) {
    this.maxPoints = maxPoints;
  }

  /**
   * The next interval.
   *
   * @return whether points were joined, so that those that were shown are no longer right
   */
  boolean add(Snapshot interval) {
    totals = totals.then(interval);
    latest.add(interval);
    lately = latest.sum();
    last = Optional.of(interval);
    intervals++;
    if (intervals <= INTERVALS_PER_SUM || intervals % INTERVALS_PER_SUM == 0) {
      sums++;
    }
    join.accept(interval);
    if (points.size() < maxPoints) {
      return false;
    }
    thinOut();
    return true;
  }

  /** The last interval has come: shows what is still held back. */
  void end() {
    join.end();
    sums++;
  }

  int points() {
    return series.size();
  }

  long intervals() {
    return intervals;
  }

  /** How often there have been sums to be shown. */
  int sums() {
    return sums;
  }

  /**
   * Adds the members of a page.
   *
   * @param from the first point that is wanted
   * @param sumsBefore how often there have been sums before those that are wanted
   */
  void addTo(Json json, int from, int sumsBefore) {
    json.put("intervalsPerPoint", together).put("damagedLines", 0);
    // errors come with the summary
    series.addTo(json, from, intervals, totals, new RunBatches(), sumsBefore < sums);
  }

  /** Adds what a workload did last; nothing is known before the first interval. */
  void addLatest(Json json, String workload) {
    Optional<Window> interval = last.flatMap(each -> each.of(workload));
    Window whole = totals.of(workload).whole();
    json.put(Gauge.ACHIEVED.key(), interval.map(Gauge.ACHIEVED::value).orElse(null))
        .put(
            "latency",
            lately.flatMap(each -> each.of(workload)).map(FigureJson::headline).orElse(null))
        .put(Gauge.OVERDUE.key(), interval.map(Gauge.OVERDUE::value).orElse(null))
        .put(Gauge.IN_FLIGHT.key(), interval.map(Gauge.IN_FLIGHT::value).orElse(null))
        .put(Counter.DROPPED.key(), Counter.DROPPED.value(whole))
        .put("errors", whole.end().errors())
        .put(Counter.IN_DOUBT.key(), Counter.IN_DOUBT.value(whole));
  }

  private void point(Snapshot interval) {
    points.add(interval.with(each -> each.compact().with(List.of())));
    series.point(interval);
  }

  private void thinOut() {
    join.end();
    List<Snapshot> before = List.copyOf(points);
    points.clear();
    series = new PageSeries();
    IntervalJoin pairs = new IntervalJoin(2, this::point);
    before.forEach(pairs);
    pairs.end();
    together *= 2;
    join = new IntervalJoin(together, this::point);
  }
}
