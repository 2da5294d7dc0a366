package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.process.ExitCode;
import dev.sluice.control.sink.folder.RunFolder;
import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.result.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Comparisons of sweeps, step by step and as curves in one chart. */
class CompareSweepsTest {

  private static final String HEADER =
      "step,workload,target_per_second,achieved_per_second,p50_ms,p99_ms,size,threads,round,run\n";

  @TempDir Path temporary;

  /** A sweep of threads over sizes, every step so many rounds; rates are this much higher. */
  private Path sweep(String name, int rounds, double factor) throws IOException {
    Path folder = Files.createDirectories(temporary.resolve(name));
    Files.writeString(
        folder.resolve("scenario.json"),
        """
        {"format": 1, "id": "", "scenario": "s", "state": "done", "created": "2026-01-01T00:00:00Z",
         "variables": ["size", "threads", "round"], "runs": []}
        """);
    StringBuilder steps = new StringBuilder(HEADER);
    for (String size : new String[] {"2KiB", "20KiB"}) {
      for (int threads = 1; threads <= 4; threads *= 2) {
        for (int round = 1; round <= rounds; round++) {
          double rate = factor * (1000 * threads + round);
          steps.append(
              String.join(
                      ",",
                      threads + " threads",
                      "requesters",
                      "0",
                      Double.toString(rate),
                      "1.5",
                      "",
                      size,
                      Integer.toString(threads),
                      rounds == 1 ? "" : Integer.toString(round),
                      "run-1")
                  + "\n");
        }
      }
    }
    Files.writeString(folder.resolve("steps.csv"), steps);
    return folder;
  }

  @Test
  void stepsOfOneRoundAreSetBesideEachOtherWithoutAVerdict() throws IOException {
    Execution execution =
        Execution.of(
            "compare", sweep("native-ha", 1, 1).toString(), sweep("single", 1, 2).toString());
    execution.ended(ExitCode.OBJECTIVES_NOT_JUDGED);
    assertThat(execution.out())
        .contains("baseline native-ha", "against  single")
        .containsPattern("step +figure +before +after +change +interval +verdict")
        .containsPattern(
            "4 threads, size 20KiB +achieved/s +4,001.0 +8,002.0 +\\+100.0 % +- +not confirmed")
        .contains("one round a side cannot confirm anything; repeat each step");
  }

  @Test
  void aSweepOfWhichARunWasHarnessLimitedIsNotCompared() throws IOException {
    Path before = sweep("before", 6, 1);
    Path after = sweep("after", 6, 0.5);
    Files.writeString(
        after.resolve("scenario.json"),
        Files.readString(after.resolve("scenario.json"))
            .replace("\"runs\": []", "\"runs\": [\"run-1\"]"));
    try (RunFolder run = TestRun.folder(after.resolve("run-1"), "run-1")) {
      run.summary(TestRun.judged("harness limited: no time", Verdict.Kind.HARNESS_LIMITED));
    }
    Execution execution = Execution.of("compare", before.toString(), after.toString());
    execution.ended(ExitCode.OBJECTIVES_NOT_JUDGED);
    assertThat(execution.out())
        .contains("after is not comparable: run-1: senders: harness limited: no time")
        .doesNotContain("worse  ", "better");
  }

  @Test
  void theRoundsOfARepeatConfirmAChange() throws IOException {
    Path before = sweep("before", 6, 1);
    Path after = sweep("after", 6, 0.5);
    Execution worse = Execution.of("compare", before.toString(), after.toString(), "--json");
    worse.ended(ExitCode.OBJECTIVES_MISSED);
    JSONObject found = new JSONObject(worse.out());
    JSONObject first = found.getJSONArray("differences").getJSONObject(0);
    assertThat(first.getString("step")).isEqualTo("1 threads, size 2KiB");
    assertThat(first.getString("verdict")).isEqualTo("worse");
    assertThat(first.getDouble("before")).isCloseTo(1003.5, within(0.01)); // the geometric mean
    Execution.of("compare", after.toString(), before.toString()).ended(ExitCode.OK);
  }

  @Test
  void sweepsOfOneRoundEachAreRoundsTogether() throws IOException {
    List<String> line = new ArrayList<>(List.of("compare", "--fail-on", "10"));
    for (int i = 0; i < 3; i++) {
      line.add(sweep("before-" + i, 1, 1 + i / 1000.0).toString());
    }
    line.add("--");
    for (int i = 0; i < 3; i++) {
      line.add(sweep("after-" + i, 1, 0.5 + i / 1000.0).toString());
    }
    line.add("--json"); // an option behind the folders is one
    Execution execution =
        Execution.of(line.toArray(String[]::new)).ended(ExitCode.OBJECTIVES_MISSED);
    JSONObject found = new JSONObject(execution.out());
    assertThat(found.getString("baseline")).isEqualTo("before-0, before-1, before-2");
    assertThat(found.getJSONArray("runsOfSides").toList()).containsExactly(3, 3);
    assertThat(found.getJSONArray("differences")).hasSize(12);
  }

  @Test
  void oneFolderIsNoComparison() throws IOException {
    assertThat(Execution.of("compare", sweep("a", 1, 1).toString()).complaint())
        .contains("takes two or more folders");
  }

  @Test
  void theirCurvesLieOverEachOther() throws IOException {
    Path page = temporary.resolve("sweeps.html");
    Execution execution =
        Execution.of(
            "compare",
            sweep("native-ha", 1, 1).toString(),
            sweep("single", 1, 2).toString(),
            "--html",
            page.toString());
    execution.ended(ExitCode.OBJECTIVES_NOT_JUDGED);
    assertThat(page)
        .content()
        .contains(
            "\"variable\":\"threads\"",
            "\"label\":\"sweep native-ha, size 2KiB\"",
            "\"label\":\"sweep single, size 20KiB\"");
  }

  @Test
  void aStepThatAnotherLacksIsSaid() throws IOException {
    Path before = sweep("before", 1, 1);
    Path after = sweep("after", 1, 1);
    Path steps = after.resolve("steps.csv");
    Files.writeString(steps, Files.readString(steps).replace("4 threads", "8 threads"));
    assertThat(Execution.of("compare", before.toString(), after.toString()).out())
        .contains("after has no step 4 threads, size 2KiB");
  }

  @Test
  void aCellThatIsNotANumberIsNamed() throws IOException {
    Path before = sweep("before", 1, 1);
    Path after = sweep("after", 1, 1);
    Path steps = after.resolve("steps.csv");
    Files.writeString(steps, Files.readString(steps).replace("2001.0,", "2001.0.3,"));
    String told =
        "sluice: "
            + steps
            + ", line 3: achieved_per_second is '2001.0.3'; write a number, or nothing if it was"
            + " not measured";
    for (String[] command :
        new String[][] {
          {"compare", before.toString(), after.toString()}, {"report", after.toString()}
        }) {
      Execution execution = Execution.of(command).ended(ExitCode.USAGE);
      assertThat(execution.err().lines()).first().isEqualTo(told);
    }
  }

  @Test
  void valuesThatTheNameOfAStepHoldsOnlyAsPartsOfOthersAreAdded() throws IOException {
    Path before = sweep("before", 1, 1);
    Path after = sweep("after", 1, 1);
    String rows =
        HEADER
            + "100 threads,requesters,0,10,1.5,,1,100,,run-1\n"
            + "100 threads,requesters,0,30,1.5,,10,100,,run-2\n";
    Files.writeString(before.resolve("steps.csv"), rows);
    Files.writeString(after.resolve("steps.csv"), rows);
    assertThat(Execution.of("compare", before.toString(), after.toString()).out())
        .containsPattern("100 threads, size 1 +achieved/s +10.0 ")
        .containsPattern("100 threads, size 10 +achieved/s +30.0 ");
  }

  @Test
  void aVariableThatHasOneValueInEachSweepTellsSweepsApartAndNotSteps() throws IOException {
    Path before = sweep("tcp", 1, 1);
    Path after = sweep("smc-d", 1, 2);
    String rows =
        HEADER
            + "1 pair,requesters,0,%s,1.5,,%s,1,,run-1\n"
            + "2 pairs,requesters,0,%s,1.5,,%s,2,,run-1\n";
    Files.writeString(before.resolve("steps.csv"), rows.formatted("10", "tcp", "20", "tcp"));
    Files.writeString(after.resolve("steps.csv"), rows.formatted("15", "smc-d", "30", "smc-d"));
    assertThat(Execution.of("compare", before.toString(), after.toString()).out())
        .containsPattern("1 pair +achieved/s +10.0 +15.0 ")
        .containsPattern("2 pairs +achieved/s +20.0 +30.0 ")
        .doesNotContain("has no step");
  }

  @Test
  void aSweepIsNotComparedWithARunWithoutALoop() throws IOException {
    Path run = temporary.resolve("run");
    assertThat(
            Execution.of(
                    "send",
                    "--provider",
                    "null",
                    "--queue",
                    "Q",
                    "--duration",
                    "200ms",
                    "--interval",
                    "100ms",
                    "--out",
                    run.toString())
                .exitCode())
        .isEqualTo(ExitCode.OK);
    Execution execution =
        Execution.of("compare", sweep("a", 1, 1).toString(), run.toString()).ended(ExitCode.USAGE);
    assertThat(execution.err()).contains("is not a sweep").contains(run.toString());
  }
}
