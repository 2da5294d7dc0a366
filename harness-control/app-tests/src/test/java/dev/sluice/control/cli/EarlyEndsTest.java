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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    execution.ended(ExitCode.OBJECTIVES_MISSED);
    assertThat(execution.err()).isEmpty();
    assertThat(execution.out())
        .contains("ended: w max < 1us cannot be met any more: ")
        .contains("PASS w p99 < 1h", "FAIL w max < 1us");
    assertThat(run("out").getJSONObject("summary").getString("endReason")).contains("any more");
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
    execution.ended(ExitCode.OBJECTIVES_MISSED);
    assertThat(folder.resolve("done")).exists();
  }

  @Test
  void nothingThatWasAskedForAndNeverFellDueEndsWell() throws IOException {
    Execution line =
        Execution.of(
            "send",
            "--provider=null",
            "--rate=0.00001",
            "--arrivals=poisson", // evenly spaced, the first one is due at once
            "--duration=300ms");
    line.ended(ExitCode.FAILED_RUN);
    assertThat(line.out())
        .contains("nothing of its rate fell due", "nothing fell due: the time was too short");
    Execution plan =
        Execution.ofPlan(
            folder,
            LONG,
            "--set=workloads.w.rate=0.00001",
            "--set=workloads.w.arrivals=poisson",
            "--set=run.duration=300ms");
    plan.ended(ExitCode.FAILED_RUN);
    Execution unlimited =
        Execution.of("send", "--provider", "null", "--rate", "0", "--duration", "300ms");
    unlimited.ended(ExitCode.OK);
  }

  /** By a line, by a plan, and by the step of one; on a busy host they may be in doubt. */
  @Test
  void whenItsFiguresAreKnown() throws IOException {
    Execution line =
        Execution.of(
            "send",
            "--provider=null",
            "--queue=Q",
            "--rate=200",
            "--interval=20ms",
            "--until=achieved +/- 50%",
            "--at-most=3s",
            "--out=" + folder.resolve("line"));
    assertEnds(line, "senders achieved +/- 50%: ");
    assertThat(line.out()).contains("ended: achieved +/- 50% ");
    assertThat(run("line").getJSONArray("objectives")).hasSize(1);
    Execution plan =
        play("run: {interval: 20ms, at-most: 1s, until: [{w: achieved +/- 50%}, p99.99 +/- 5%]}\n");
    plan.ended(ExitCode.OBJECTIVES_NOT_JUDGED);
    assertThat(plan.out()).contains("w achieved +/- 50%: ", "NOT JUDGED w p99.99 +/- 5%: ");
    assertThat(run("out").getJSONArray("objectives")).hasSize(2);
    String step = "steps: [{measure: one, until: achieved +/- 50%, at-most: 1s}]\n";
    assertEnds(play("step", "run: {interval: 20ms}\n" + step), "one: w achieved +/- 50%: ");
  }

  /** Its exit code is that of its line. */
  private static void assertEnds(Execution execution, String figure) {
    boolean known = execution.out().contains("PASS " + figure);
    assertThat(execution.out()).contains((known ? "PASS " : "NOT JUDGED ") + figure);
    execution.ended(known ? ExitCode.OK : ExitCode.OBJECTIVES_NOT_JUDGED);
  }

  @ParameterizedTest
  @CsvSource({
    "p99 within 5%, --at-most=1m, write it as 'p99 +/- 5%'",
    "others: p99 +/- 5%, --at-most=1m, the workload is senders",
    "p99 +/- 5%, --duration=1m, '--until' and '--duration' cannot be used together",
    "p99 +/- 5%, --warmup=1s, '--until' and '--warmup' cannot be used together",
  })
  void whatCannotEndSoIsRefused(String until, String other, String why) {
    Execution line =
        Execution.of("send", "--provider=null", "--queue=Q", "--until=" + until, other);
    line.ended(ExitCode.USAGE);
    assertThat(line.err()).contains(why);
  }

  private Execution play(String rest) throws IOException {
    return play("out", rest);
  }

  private Execution play(String out, String rest) throws IOException {
    return Execution.ofPlan(folder, LONG + rest, "--out=" + folder.resolve(out));
  }

  private JSONObject run(String name) throws IOException {
    return new JSONObject(Files.readString(folder.resolve(name).resolve("run.json")));
  }
}
