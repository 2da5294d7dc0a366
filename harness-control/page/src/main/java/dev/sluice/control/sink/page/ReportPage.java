package dev.sluice.control.sink.page;

import dev.sluice.control.format.Json;
import dev.sluice.control.recorded.RecordedRun;
import java.io.IOException;
import java.util.List;

/** The page of a run. */
public final class ReportPage {

  static final List<String> SCRIPTS =
      List.of(
          "text.js", "theme.js", "charts.js", "heatmap.js", "tables.js", "sweep.js", "report.js");

  private ReportPage() {}

  /** The whole page, made from the files of a run folder alone. */
  public static String of(RecordedRun run) throws IOException {
    return Page.of("sluice: " + name(run), SCRIPTS, data(run));
  }

  /** The data of the page. */
  static Json data(RecordedRun run) throws IOException {
    return PageData.of(run).put("name", name(run));
  }

  private static String name(RecordedRun run) {
    String id = run.description().optString("id");
    return id.isEmpty() ? run.folder().toAbsolutePath().getFileName().toString() : id;
  }
}
