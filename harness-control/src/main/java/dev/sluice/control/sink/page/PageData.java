package dev.sluice.control.sink.page;

import dev.sluice.control.format.Json;
import dev.sluice.control.format.RecordedInterval;
import dev.sluice.control.recorded.IntervalJoin;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.recorded.RunTotals;
import java.io.IOException;

/** The contents of a run's page, gathered from its intervals one after the other. One thread. */
final class PageData {

  /** More points than a chart has pixels make it slow and no finer. */
  private static final int MAX_POINTS = 1_200;

  private final PageSeries series = new PageSeries();
  private final RunTotals totals = new RunTotals();
  private long intervals;
  private long missing;
  private long lastNumber;

  private PageData() {}

  /** Reads a run. */
  static Json of(RecordedRun run) throws IOException {
    return of(run, MAX_POINTS);
  }

  /** Reads a run into at most N points in time, or a few more around the warm-up's end. */
  static Json of(RecordedRun run, int maxPoints) throws IOException {
    PageData data = new PageData();
    int together = (int) (1 + (run.intervalCount() - 1) / maxPoints);
    IntervalJoin points = new IntervalJoin(together, data.series::point);
    long damaged =
        run.intervals(
            interval -> {
              data.interval(interval);
              points.accept(interval);
            });
    points.end();
    Json json =
        new Json()
            .put("run", run.rawDescription())
            .put("verdict", PageVerdict.of(run, data.intervals).json())
            .put("intervals", data.intervals)
            .put("intervalsPerPoint", together)
            .put("damagedLines", damaged)
            .put("missingIntervals", data.missing);
    data.series.addTo(json, 0, data.totals, true);
    return json.put("events", PageEvents.of(run.events(), data.series.endsNanos()))
        .put("observations", PageObservations.of(run.observations()))
        .put("steps", run.steps())
        .put("sweeps", SweepCurves.of(run.steps(), run.variables()))
        .put("tries", run.tries());
  }

  /** Takes an interval into the sums. */
  private void interval(RecordedInterval interval) {
    long number = interval.snapshot().number();
    missing += Math.max(0, number - lastNumber - 1);
    lastNumber = number;
    intervals++;
    totals.add(interval);
  }
}
