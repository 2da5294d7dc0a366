package dev.sluice.control.results.page;

import dev.sluice.control.results.folder.RecordedRun;
import java.io.IOException;

/** The page of a run. */
public final class ReportPage {

  private ReportPage() {}

  /** The whole page, made from the files of a run folder alone. */
  public static String of(RecordedRun run) throws IOException {
    return run.description().toString();
  }
}
