package dev.sluice.control.sink.page;

import dev.sluice.control.format.Json;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.recorded.StepTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The page that lays the curves of several runs, or of several sweeps, over each other. */
public final class ComparisonPage {

  static final List<String> SCRIPTS = Page.scripts("sweep.js", "comparison.js");

  private ComparisonPage() {}

  /**
   * The whole page.
   *
   * @param runs by their names, the baseline first
   * @param comparison what was found
   */
  public static String of(Map<String, RecordedRun> runs, Json comparison) throws IOException {
    return Page.of(title(runs.keySet()), SCRIPTS, data(runs, comparison));
  }

  /** The data of the page. */
  static Json data(Map<String, RecordedRun> runs, Json comparison) throws IOException {
    List<Json> data = new ArrayList<>();
    for (Map.Entry<String, RecordedRun> run : runs.entrySet()) {
      data.add(ReportPage.data(run.getValue(), ReportPage.MAX_POINTS).put("name", run.getKey()));
    }
    return new Json()
        .put("comparison", comparison)
        .put("settings", RunDifferences.of(List.copyOf(runs.values())))
        .put("runs", data);
  }

  /**
   * The whole page of sweeps.
   *
   * @param sweeps by their names, the baseline first
   * @param comparison what was found
   */
  public static String ofSweeps(Map<String, StepTable> sweeps, Json comparison) throws IOException {
    StepTable joined = StepTable.joined(sweeps);
    return Page.of(
        title(sweeps.keySet()),
        SCRIPTS,
        new Json()
            .put("comparison", comparison)
            .put("names", List.copyOf(sweeps.keySet()))
            .put("runs", List.of())
            .put("steps", joined.lines())
            .put("variables", joined.variables())
            .put("sweeps", SweepCurves.of(joined.lines(), joined.variables())));
  }

  private static String title(Collection<String> names) {
    return "sluice: " + String.join(" / ", names);
  }
}
