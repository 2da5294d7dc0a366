package dev.sluice.it.brokers;

import dev.sluice.it.run.RunSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.json.JSONObject;

/**
 * A plan that was played to its end.
 *
 * @param exitCode of the program
 * @param lines that it printed
 * @param folder where it ran
 */
record Played(int exitCode, List<String> lines, Path folder) {

  /** What a workload has done, warm-up included. */
  long done(String workload) throws IOException {
    return summary(workload).getJSONObject("wholeAccount").getLong("done");
  }

  /** What became of the messages that a workload checked. */
  JSONObject delivery(String workload) throws IOException {
    return summary(workload).getJSONObject("delivery");
  }

  /** A workload's summary. */
  JSONObject summary(String workload) throws IOException {
    return RunSummary.read(folder.resolve("results")).workload(workload);
  }

  @Override
  public String toString() {
    return "exit code " + exitCode + "\n" + String.join("\n", lines);
  }
}
