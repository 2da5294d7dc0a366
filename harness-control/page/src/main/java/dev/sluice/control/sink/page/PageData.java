package dev.sluice.control.sink.page;

import dev.sluice.control.format.Json;
import dev.sluice.control.recorded.IntervalJoin;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.recorded.RunTotals;
import java.io.IOException;

/** The contents of a run's page, gathered from its files. Pure functions. */
final class PageData {

  /** More points than a chart has pixels make it slow and no finer. */
  private static final int MAX_POINTS = 1_200;

  private PageData() {}

  /** Reads a run. */
  static Json of(RecordedRun run) throws IOException {
    return of(run, MAX_POINTS);
  }

  /** Reads a run into at most N points in time, or a few more around the warm-up's end. */
  static Json of(RecordedRun run, int maxPoints) throws IOException {
    PageSeries series = new PageSeries();
    RunTotals totals = new RunTotals();
    int together = (int) (1 + (run.intervalCount() - 1) / maxPoints);
    IntervalJoin points = new IntervalJoin(together, series::point);
    long damaged =
        run.intervals(
            interval -> {
              totals.add(interval);
              points.accept(interval);
            });
    points.end();
    Json json =
        new Json()
            .put("run", run.rawDescription())
            .put("verdict", PageVerdict.of(run, totals.intervals()).json())
            .put("intervalsPerPoint", together)
            .put("damagedLines", damaged);
    series.addTo(json, 0, totals, true);
    return json.put("events", PageEvents.of(run.events(), series.endsNanos()))
        .put("observations", PageObservations.of(run.observations()))
        .put("steps", run.steps())
        .put("sweeps", SweepCurves.of(run.steps(), run.variables()))
        .put("tries", run.tries());
  }
}
