package dev.sluice.control.sink.page;

import dev.sluice.control.recorded.RecordedRun;
import java.io.IOException;
import java.util.List;

/** The page of a run. */
public final class ReportPage {

  private static final List<String> SCRIPTS =
      List.of(
          "text.js", "theme.js", "charts.js", "heatmap.js", "tables.js", "sweep.js", "report.js");

  private ReportPage() {}

  /** The whole page, made from the files of a run folder alone. */
  public static String of(RecordedRun run) throws IOException {
    String id = run.description().optString("id");
    String name = id.isEmpty() ? run.folder().toAbsolutePath().getFileName().toString() : id;
    return Page.of("sluice: " + name, SCRIPTS, PageData.of(run).put("name", name));
  }
}
