package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.format.Csv;
import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measured figures beside those published of the same steps. */
class PublishedTest {

  private static final String SCENARIO =
      """
      published: FOLDER/published.csv
      vars: {size: 1KiB}
      providers: {none: {type: "null"}}
      workloads: {senders: {type: send, size: "${size}", rate: 100}}
      run: {interval: 100ms, out: FOLDER/out}
      steps:
        - for-each: {size: [1KiB, 2KiB]}
          do:
            - for-each: {workers: [2, 4]}
              do:
                - threads: ${workers}
                - measure: ${size} by ${workers}
                  for: 200ms
      """;

  @TempDir Path folder;

  private Execution play(String published, String... more) throws IOException {
    Files.writeString(folder.resolve("published.csv"), published);
    return Execution.ofPlan(folder, SCENARIO, more);
  }

  private Map<String, String> step(String name) throws IOException {
    List<List<String>> table = Csv.read(folder.resolve("out/steps.csv"));
    List<String> row = table.stream().filter(each -> each.get(0).equals(name)).findFirst().get();
    Map<String, String> cells = new HashMap<>();
    for (int i = 0; i < row.size(); i++) {
      cells.put(table.get(0).get(i), row.get(i));
    }
    return cells;
  }

  /**
   * With a byte-order mark, as spreadsheets write it. By their names, by the loops' variables, and
   * the best of those that the variables fit.
   */
  @Test
  void stepsStandBesideWhatWasPublishedOfThem() throws IOException {
    Execution execution =
        play(
            """
            \uFEFFstep,size,workers_variable,achieved_per_second
            1KiB by 2,,,10
            ,2KiB,4,1
            peak,1KiB,,1000
            """);
    execution.ended(ExitCode.OK);
    assertThat(execution.out())
        .containsPattern("step +achieved_per_second +published +%\n")
        .containsPattern("\n +1KiB by 2 +[0-9,.]+ +10 +\\+[0-9.]+\n")
        .containsPattern("\n +2KiB by 4 +[0-9,.]+ +1 +\\+[0-9.]+\n")
        .containsPattern("\n +peak: 1KiB by [24] +[0-9,.]+ +1,000 +[-+][0-9.]+\n");
    Map<String, String> named = step("1KiB by 2");
    assertThat(named.get("achieved_per_second_published")).isEqualTo("10");
    assertThat(Double.parseDouble(named.get("achieved_per_second_deviation_percent")))
        .isCloseTo(
            100 * (Double.parseDouble(named.get("achieved_per_second")) / 10 - 1), offset(0.01));
    assertThat(step("2KiB by 4").get("achieved_per_second_published")).isEqualTo("1");
    assertThat(step("1KiB by 4").get("achieved_per_second_published")).isEmpty();
    assertThat(step("1KiB by 4").get("achieved_per_second_deviation_percent")).isEmpty();
  }

  /** As in a figure of peaks against cores: what reached each of them stands beside it. */
  @Test
  void theHighestRateOfEachRunIsARowOfATableOfPeaks() throws IOException {
    Execution execution =
        Execution.ofPlan(
            folder,
            SCENARIO
                .replace("published: FOLDER/published.csv\n", "")
                .replace(", out: FOLDER/out", "")
                .replace(", rate: 100", "")
                .replace("[2, 4]", "[1, 2, 4]"));
    execution.ended(ExitCode.OK);
    assertThat(execution.out())
        .containsPattern(
            "peaks\n +size +workers +peak\n +1KiB +[124] +[0-9,.]+/s\n +2KiB +[124] +[0-9,.]+/s\n");
  }

  /** Below ten is no ten: nothing lies a percentage from it. */
  @Test
  void aBoundIsShownAndHasNoDeviation() throws IOException {
    Execution execution =
        play("step,size,achieved_per_second\n1KiB by 2,,<10\npeak,2KiB,>20\n1KiB by 4,,10\n");
    execution.ended(ExitCode.OK);
    assertThat(execution.out())
        .containsPattern("\n +1KiB by 2 +[0-9,.]+ +<10 +-\n")
        .containsPattern("\n +peak: 2KiB by [24] +[0-9,.]+ +>20 +-\n")
        .containsPattern("\n +1KiB by 4 +[0-9,.]+ +10 +\\+[0-9.]+\n");
    assertThat(step("1KiB by 2").get("achieved_per_second_published")).isEmpty();
    assertThat(step("1KiB by 2").get("achieved_per_second_deviation_percent")).isEmpty();
  }

  @Test
  void aTableFitsAScenarioThatLeavesObserversOutAndSaysWhich() throws IOException {
    Execution execution =
        play("step,achieved_per_second,active_cpu_percent,replica_cores\n1KiB by 2,10,55,2\n");
    execution.ended(ExitCode.OK);
    assertThat(execution.out())
        .containsPattern("\n +1KiB by 2 +[0-9,.]+ +10 +\\+[0-9.]+\n")
        .contains("not observed here: active_cpu_percent, replica_cores");
  }

  /** This process is part of its host, and so is the slice. */
  @Test
  void theTotalOfProcessorTimeCountsAHostAndItsPartsOnce() throws IOException {
    Execution execution =
        Execution.ofPlan(
            folder,
            """
            providers: {none: {type: "null"}}
            workloads: {senders: {type: send, rate: 10}}
            run: {interval: 100ms, out: FOLDER/out}
            observers:
              here: {host: local}
              slice: {command: cut -d' ' -f1 /proc/uptime, reads: cpu-seconds, part-of: here}
              within: {command: cut -d' ' -f1 /proc/uptime, reads: cpu-seconds, part-of: slice}
              broker: {command: cut -d' ' -f1 /proc/uptime, reads: cpu-seconds}
            steps: [{measure: once, for: 500ms}]
            """);
    execution.ended(ExitCode.OK);
    Map<String, String> row = step("once");
    assertThat(Double.parseDouble(row.get("total_cpu_us_per_iteration")))
        .isCloseTo(
            Double.parseDouble(row.get("here_cpu_us_per_iteration"))
                + Double.parseDouble(row.get("broker_cpu_us_per_iteration")),
            within(0.01));
  }

  /** As at the saturation of a cluster, before it gets a new member. */
  @Test
  void whatProcessorsDidBeforeAStepStandsBesideWhatWasPublishedOfIt() throws IOException {
    Files.writeString(
        folder.resolve("published.csv"), "step,before_here_cpu_percent\n2 members,50\n");
    Execution execution =
        Execution.ofPlan(
            folder,
            """
            published: FOLDER/published.csv
            providers: {none: {type: "null"}}
            workloads: {senders: {type: send, rate: 10}}
            run: {interval: 100ms, out: FOLDER/out}
            observers: {here: {host: local}}
            steps:
              - {measure: 2 members, before: true, for: 500ms}
              - {measure: 2 members, for: 500ms}
              - {measure: 3 members, for: 500ms}
            """);
    execution.ended(ExitCode.OK);
    assertThat(execution.out()).contains("before % here");
    assertThat(step("2 members"))
        .hasEntrySatisfying("before_here_cpu_percent", cell -> assertThat(cell).isNotEmpty())
        .hasEntrySatisfying("before_here_cores", cell -> assertThat(cell).isNotEmpty())
        .containsEntry("before_here_cpu_percent_published", "50");
    assertThat(step("3 members")).containsEntry("before_here_cpu_percent", "");
  }

  @Test
  void aTableThatDoesNotFitIsRejectedBeforeAnythingStarts() throws IOException {
    Execution unknown = play("step,achieved\n1KiB by 2,10\n").ended(ExitCode.USAGE);
    assertThat(unknown.err())
        .contains("the steps have no column 'achieved'", "achieved_per_second");
    Execution words =
        play("step,achieved_per_second\n1KiB by 2,ten\n", "--dry-run").ended(ExitCode.USAGE);
    assertThat(words.err()).contains("ten is not a number in column 'achieved_per_second'");
    assertThat(folder.resolve("out")).doesNotExist();
  }
}
