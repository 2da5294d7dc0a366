package dev.sluice.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.run.StepsTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.json.JSONObject;

/**
 * What a controller wrote down of each agent in each interval. Agents are named by a regular
 * expression.
 */
record AgentRows(List<Map<String, String>> rows) {

  /** Counters of a summary, with their columns. */
  private static final Map<String, String> COLUMNS =
      Map.ofEntries(
          Map.entry("iterations", "iterations"),
          Map.entry("empty", "empty"),
          Map.entry("errors", "errors"),
          Map.entry("inDoubt", "in_doubt"),
          Map.entry("rolledBack", "rolled_back"),
          Map.entry("dropped", "dropped"),
          Map.entry("skewed", "skewed"),
          Map.entry("fellDue", "due"),
          Map.entry("unscheduled", "unscheduled"),
          Map.entry("done", "done"),
          Map.entry("failed", "failed"),
          Map.entry("droppedNoConnection", "dropped_no_connection"),
          Map.entry("droppedFailures", "dropped_failures"),
          Map.entry("droppedHarness", "dropped_harness"),
          Map.entry("droppedNothingToDo", "dropped_nothing_to_do"),
          Map.entry("droppedBusy", "dropped_busy"));

  static AgentRows of(Path out) throws IOException {
    return new AgentRows(StepsTable.read(out.resolve("intervals-by-agent.csv")).rows());
  }

  /** Each counter of a summary is the sum of what agents reported. */
  void assertSumIs(JSONObject summary) {
    COLUMNS.forEach(
        (key, column) -> assertThat(summary.getLong(key)).as(key).isEqualTo(sum(".*", column)));
  }

  long sum(String agents, String column) {
    return of(agents).mapToLong(row -> Long.parseLong(row.get(column))).sum();
  }

  /** The numbers of all intervals. */
  IntStream intervals() {
    return rows.stream().mapToInt(AgentRows::number);
  }

  /** What was due in some intervals. */
  double duePerSecond(String agents, int from, int to) {
    return of(agents)
            .filter(row -> from <= number(row) && number(row) <= to)
            .mapToDouble(
                row -> Long.parseLong(row.get("due")) / Double.parseDouble(row.get("length_s")))
            .sum()
        / (to - from + 1);
  }

  private Stream<Map<String, String>> of(String agents) {
    return rows.stream().filter(row -> row.get("agent").matches(agents));
  }

  private static int number(Map<String, String> row) {
    return Integer.parseInt(row.get("interval"));
  }
}
