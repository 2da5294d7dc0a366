package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scenario does not go on, and is no success, without a process that it starts. */
class ScenarioProcessesTest {

  private static final String WORKLOADS =
      """
      providers: {none: {type: "null"}}
      workloads: {senders: {type: send, rate: 10}}
      """;

  /** Ends as soon as the file GO is there. */
  private static final String SERVER =
      "[bash, -c, 'echo $$$$ > GO.pid; echo up; until [ -e GO ]; do sleep 0.05; done;"
          + " echo the disk is full; exit 1'], ready-line: up";

  private static final String CAUSE = "its last line: the disk is full";

  @TempDir Path folder;

  private Execution play(String text) throws IOException {
    String go = folder.resolve("go").toString();
    return Execution.ofPlan(folder, WORKLOADS + text.replace("SERVER", SERVER).replace("GO", go));
  }

  @Test
  void theStepUnderWayFailsAtOnceAndSaysWhy() throws IOException {
    Execution execution =
        play(
            """
            processes: {server: {command: SERVER}}
            steps:
              - exec: touch GO
              - wait: 20m
              - exec: touch GO.never
            finally:
              - exec: touch GO.finally
            """);
    execution.ended(ExitCode.FAILED_RUN);
    assertThat(execution.err())
        // on a busy host the process has ended before the command that ends it is seen to
        .containsPattern(
            "step 2 of 3 \\(wait 1200.0 s\\): the run ended before the steps did: "
                + "|step 1 of 3 \\(exec touch .*\\): .* was ended: ")
        .containsOnlyOnce("process server ended with exit code 1; " + CAUSE);
    assertThat(folder.resolve("go.never")).doesNotExist();
    assertThat(folder.resolve("go.finally")).exists();
  }

  @Test
  void aCommandUnderWayBeforeTheRunFailsAtOnceAndSaysWhy() throws IOException {
    Execution execution =
        play(
            """
            processes: {server: {command: SERVER}}
            set-up:
              - {exec: touch GO; sleep 1200, timeout: 20m}
            steps:
              - wait: 1s
            """);
    execution.ended(ExitCode.FAILED_RUN);
    assertThat(execution.err()).contains("set-up: step 1 of 1 ", CAUSE);
  }

  @Test
  void oneThatEndsWithTheLastStepIsAFailureToo() throws IOException {
    Execution execution =
        play(
            """
            processes: {server: {command: SERVER}}
            steps:
              - wait: 100ms
            finally:
              - exec: touch GO; while kill -0 $$(cat GO.pid); do sleep 0.05; done
            """);
    execution.ended(ExitCode.FAILED_RUN);
    assertThat(execution.err()).contains(CAUSE);
  }

  @Test
  void oneThatMayEndFailsNothing() throws IOException {
    Execution execution =
        play(
            """
            processes: {server: {command: SERVER, may-end: true}}
            steps:
              - exec: touch GO; while kill -0 $$(cat GO.pid); do sleep 0.05; done
              - wait: 100ms
            """);
    execution.ended(ExitCode.OK);
    assertThat(execution.err()).doesNotContain("process server");
  }
}
