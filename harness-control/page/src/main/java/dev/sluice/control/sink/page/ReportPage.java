package dev.sluice.control.sink.page;

import dev.sluice.control.format.Json;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.recorded.IntervalJoin;
import dev.sluice.control.recorded.IntervalReader;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Totals;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/** The page of a run, gathered from its files. Pure functions. */
public final class ReportPage {

  static final List<String> SCRIPTS = Page.scripts("heatmap.js", "sweep.js", "report.js");

  /** More points than a chart has pixels make it slow and no finer. */
  static final int MAX_POINTS = 1_200;

  private ReportPage() {}

  /** The whole page, made from the files of a run folder alone. */
  public static String of(RecordedRun run) throws IOException {
    return Page.of("sluice: " + name(run), SCRIPTS, data(run));
  }

  /** The data of the page. */
  static Json data(RecordedRun run) throws IOException {
    return data(run, MAX_POINTS).put("name", name(run));
  }

  /**
   * The data of a run without a name, in at most N points in time, or a few more around the
   * warm-up's end.
   */
  static Json data(RecordedRun run, int maxPoints) throws IOException {
    PageSeries series = new PageSeries();
    Totals totals = Totals.NOTHING;
    boolean summed = run.document().summary().isPresent();
    RunBatches batches = new RunBatches();
    long intervals = 0;
    long damaged;
    int together = (int) (1 + (run.intervalCount() - 1) / maxPoints);
    IntervalJoin points = new IntervalJoin(together, series::point);
    try (IntervalReader reader = run.reader()) {
      for (Snapshot next = reader.next(); next != null; next = reader.next()) {
        intervals++;
        totals = totals.then(next);
        if (!summed) { // else the description has errors, of the intervals as they were measured
          batches.add(next);
        }
        points.accept(next);
      }
      damaged = reader.damagedLines();
    }
    points.end();
    Json json =
        new Json()
            .put("run", new Json.Raw(Files.readString(run.folder().resolve(RunFiles.RUN))))
            .put("verdict", PageVerdict.of(run, intervals).json())
            .put("intervalsPerPoint", together)
            .put("damagedLines", damaged);
    series.addTo(json, 0, intervals, totals, batches, true);
    return json.put("events", PageEvents.of(run.events(), series.endsNanos()))
        .put("observations", PageObservations.of(run.observations()))
        .put("steps", run.steps())
        .put("sweeps", SweepCurves.of(run.steps(), run.variables()))
        .put("tries", run.tries());
  }

  private static String name(RecordedRun run) {
    String id = run.document().id();
    return id.isEmpty()
        ? run.document()
            .setup()
            .plan()
            .orElseGet(() -> run.folder().toAbsolutePath().getFileName().toString())
        : id;
  }
}
