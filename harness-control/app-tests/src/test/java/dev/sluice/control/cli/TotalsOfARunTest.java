package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.Csv;
import dev.sluice.control.process.ExitCode;
import dev.sluice.core.stats.AccountTerm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.json.JSONObject;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of a run's table of intervals add up to its totals. */
class TotalsOfARunTest {

  @TempDir Path temporary;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--rate 0",
        "--rate 200 --warmup 200ms",
        "--rate 0 --warmup 100ms --commit-every 3",
        "--rate 400 --pacing think-time"
      })
  void theSumsOfColumnsAreTheTotals(String options) throws Exception {
    Path out = temporary.resolve("out");
    String line = "send --provider null --threads 3 --duration 300ms --interval 100ms " + options;
    Execution.of((line + " --out " + out).split(" ")).ended(ExitCode.OK);
    List<List<String>> rows = Csv.read(out.resolve("intervals.csv"));
    JSONObject workload =
        new JSONObject(Files.readString(out.resolve("run.json")))
            .getJSONObject("summary")
            .getJSONArray("workloads")
            .getJSONObject(0);
    for (AccountTerm term : AccountTerm.values()) {
      if (rows.get(0).contains(term.column()) && isCounted(term)) {
        assertThat(sum(rows, term.column(), warmup -> true))
            .as("all of %s", term.column())
            .isEqualTo(workload.getJSONObject("wholeAccount").getLong(term.key()));
        assertThat(sum(rows, term.column(), warmup -> warmup.equals("false")))
            .as("measured %s", term.column())
            .isEqualTo(workload.getJSONObject("account").getLong(term.key()));
      }
    }
    assertThat(sum(rows, "iterations", warmup -> true))
        .isEqualTo(workload.getLong("totalIterations"));
  }

  /** What is unfinished stands, and does not add up. */
  private static boolean isCounted(AccountTerm term) {
    return !List.of("unfinished_before", "in_flight", "overdue").contains(term.column());
  }

  private static long sum(List<List<String>> rows, String column, Predicate<String> which) {
    int warmup = rows.get(0).indexOf("warmup");
    int index = rows.get(0).indexOf(column);
    return rows.stream()
        .skip(1)
        .filter(row -> which.test(row.get(warmup)))
        .mapToLong(row -> Long.parseLong(row.get(index)))
        .sum();
  }
}
