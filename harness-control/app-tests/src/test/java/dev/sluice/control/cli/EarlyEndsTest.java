package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run that was to last for days ends as soon as it is known what will come of it. */
@Timeout(120)
class EarlyEndsTest {

  private static final String LONG =
      """
      providers: {none: {type: "null"}}
      workloads: {w: {type: send, queue: Q, threads: 1, rate: 200}}
      harness-share: 100%
      """;

  @TempDir Path folder;

  @Test
  void whenAnObjectiveCannotBeMetAnyMore() throws IOException {
    Execution execution =
        play(
            """
            run: {duration: 3d, interval: 100ms}
            objectives: [p99 < 1h, max < 1us]
            abort: true
            """);
    assertThat(execution.exitCode()).as(execution.err()).isEqualTo(ExitCode.OBJECTIVES_MISSED);
    assertThat(execution.err()).isEmpty();
    assertThat(execution.out())
        .contains("ended: w max < 1us cannot be met any more: ")
        .contains("PASS w p99 < 1h", "FAIL w max < 1us");
    assertThat(run().getJSONObject("summary").getString("endReason")).contains("any more");
  }

  @Test
  void inTheMiddleOfAStepWhichIsNoFailure() throws IOException {
    Execution execution =
        play(
            """
            run: {duration: 3d, interval: 100ms}
            objectives: [max < 1us]
            abort: true
            steps:
              - measure: long
                for: 2d
            finally:
              - exec: touch %s
            """
                .formatted(folder.resolve("done")));
    assertThat(execution.exitCode()).as(execution.err()).isEqualTo(ExitCode.OBJECTIVES_MISSED);
    assertThat(folder.resolve("done")).exists();
  }

  private Execution play(String rest) throws IOException {
    Path plan = folder.resolve("plan.yaml");
    Files.writeString(plan, LONG + rest);
    return Execution.of("run", plan.toString(), "--out", folder.resolve("out").toString());
  }

  private JSONObject run() throws IOException {
    return new JSONObject(Files.readString(folder.resolve("out").resolve("run.json")));
  }
}
