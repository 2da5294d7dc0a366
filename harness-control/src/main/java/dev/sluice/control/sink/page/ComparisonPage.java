package dev.sluice.control.sink.page;

import dev.sluice.control.format.Json;
import dev.sluice.control.recorded.RecordedRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The page that lays the curves of several runs over each other. */
public final class ComparisonPage {

  private static final List<String> SCRIPTS =
      List.of("text.js", "theme.js", "charts.js", "tables.js", "comparison.js");

  private ComparisonPage() {}

  /**
   * The whole page.
   *
   * @param runs by their names, the baseline first
   * @param comparison what was found
   */
  public static String of(Map<String, RecordedRun> runs, Json comparison) throws IOException {
    List<Json> data = new ArrayList<>();
    for (Map.Entry<String, RecordedRun> run : runs.entrySet()) {
      data.add(PageData.of(run.getValue()).put("name", run.getKey()));
    }
    return Page.of(
        "sluice: " + String.join(" / ", runs.keySet()),
        SCRIPTS,
        new Json()
            .put("comparison", comparison)
            .put("settings", RunDifferences.of(List.copyOf(runs.values())))
            .put("runs", data));
  }
}
