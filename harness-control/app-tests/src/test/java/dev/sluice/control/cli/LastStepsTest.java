package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The last steps undo the effects of a scenario, however it ends. */
class LastStepsTest {

  private static final String WORKLOADS =
      """
      providers: {none: {type: "null"}}
      workloads: {senders: {type: send, rate: 10}}
      """;

  @TempDir Path folder;

  private Path cut;

  @BeforeEach
  void aNetworkThatCanBeCut() {
    cut = folder.resolve("cut");
  }

  private Execution play(String text, String... more) throws IOException {
    return Execution.ofPlan(folder, WORKLOADS + text.replace("CUT", cut.toString()), more);
  }

  @Test
  void theyAreDoneAfterAStepThatFailed() throws IOException {
    Execution execution =
        play(
            """
            steps:
              - exec: touch CUT
              - exec: test -e CUT && exit 3
              - exec: touch CUT.never
            finally:
              - exec: rm CUT
            """);
    execution.ended(ExitCode.FAILED_RUN);
    assertThat(execution.err()).contains("step 2 of 3").doesNotContain("finally");
    assertThat(folder).isDirectoryNotContaining("glob:**cut*");
  }

  @Test
  void theyAreDoneAfterAMissedObjectiveWhichDecidesTheExitCode() throws IOException {
    Execution execution =
        play(
            """
            run: {interval: 100ms}
            steps:
              - exec: touch CUT
              - {measure: cut, for: 200ms, objectives: [achieved > 1000000]}
            finally:
              - exec: rm CUT
            """);
    execution.ended(ExitCode.OBJECTIVES_MISSED);
    assertThat(cut).doesNotExist();
  }

  /** As after Ctrl-C, a stop by the command socket, or the end of the run's own time. */
  @Test
  void theyAreDoneAfterTheRunHasEndedBeforeTheSteps() throws IOException {
    Execution execution =
        play(
            """
            run: {duration: 200ms}
            steps:
              - exec: touch CUT
              - wait: 10m
              - exec: touch CUT.never
            finally:
              - exec: rm CUT
            """);
    execution.ended(ExitCode.FAILED_RUN);
    assertThat(execution.err()).contains("step 2 of 3", "the run ended before the steps did");
    assertThat(folder).isDirectoryNotContaining("glob:**cut*");
  }

  /** The end of a broker is not a failure of workloads that have done all they should. */
  @Test
  void workloadsThatHaveDoneAllStepsEndBeforeTheLastStepsAndOthersAfterThem() throws IOException {
    String steps =
        """
        run: {interval: 100ms, out: CUT.out}
        steps:
          - exec: EXEC
        finally:
          - exec: cp CUT.out/run.json CUT.json
        """;
    play(steps.replace("EXEC", "true")).ended(ExitCode.OK);
    assertThat(folder.resolve("cut.json")).content().contains("the scenario has ended");
    play(steps.replace("EXEC", "false").replace("CUT.out", "CUT.other"));
    assertThat(folder.resolve("cut.json")).content().doesNotContain("the scenario has ended");
  }

  @Test
  void noStepIsDoneToTheWorldAfterTheRunHasEnded() throws IOException {
    Execution execution =
        play(
            """
            run: {duration: 200ms}
            steps:
              - exec: sleep 2
              - exec: touch CUT
            """);
    execution.ended(ExitCode.FAILED_RUN);
    assertThat(execution.err()).contains("step 2 of 2", "the run ended before the steps did");
    assertThat(cut).doesNotExist();
  }

  /** The command itself tells it to, so that it is under way for certain. */
  @Test
  void aStopByTheCommandSocketEndsACommandUnderWay() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Execution execution =
        play(
            """
            run: {control: %d}
            steps:
              - exec: bash -c 'exec 3<>/dev/tcp/127.0.0.1/%d; echo stop >&3; sleep 300'; touch CUT
                timeout: 10m
            finally:
              - exec: touch CUT.undone
            """
                .formatted(port, port));
    execution.ended(ExitCode.FAILED_RUN);
    assertThat(execution.err()).contains("step 1 of 1", " was ended: ");
    assertThat(cut).doesNotExist();
    assertThat(folder.resolve("cut.undone")).exists();
  }

  @Test
  void eachRunsEvenIfOthersFailAndAFailureIsReported() throws IOException {
    Execution execution =
        play(
            """
            steps:
              - exec: touch CUT
            finally:
              - exec: exit 5
              - exec: rm CUT
            """);
    execution.ended(ExitCode.FAILED_RUN);
    assertThat(execution.err()).contains("finally: step 1 of 2 (exec exit 5)");
    assertThat(cut).doesNotExist();
  }

  @Test
  void theDryRunShowsThem() throws IOException {
    assertThat(play("finally: [{exec: heal the network}]\n", "--dry-run").out())
        .contains("  finally      exec heal the network");
  }
}
