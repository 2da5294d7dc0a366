package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LegacyCommandTest {

  private static final String SECRET =
      "-tc jms.r11.Sender -pc WebSphereMQ -us app -pw s3cret -wi 0 -rl 0";

  @Test
  void runsAsThere() {
    Execution run =
        Execution.of(
            ("perfharness -tc util.NoOpThread -nt 2 -rt 100 -rl 2 -wi 0 -ss 1 -sc BasicStats -id P1"
                    + " -yd 3 -sh")
                .split(" "));
    run.ended(ExitCode.OK);
    assertThat(run.out().lines())
        .anyMatch(
            line ->
                line.matches("id=P1,rate=[\\d.]+,total messages=\\d+,Snapshot period=1,threads=2"))
        .anyMatch(
            line -> line.matches("totalIterations=\\d+,avgDuration=[\\d.]+,totalRate=[\\d.]+"));
    assertThat(run.err().lines())
        .containsExactly("sluice: accepted, but without effect here: -yd -sh");
  }

  @Test
  void threadsStartAndStopAsThere() {
    Execution run =
        Execution.of(
            "perfharness -tc util.NoOpThread -nt 2 -rt 100 -rl 1 -wi 0 -wp true -sc BasicStats"
                .split(" "));
    run.ended(ExitCode.OK);
    assertThat(run.out().lines())
        .contains("NoOpThread1: START", "NoOpThread2: START")
        .containsSubsequence("ControlThread1: START", "NoOpThread1: STOP", "ControlThread1: STOP")
        .anyMatch(
            line ->
                line.matches(
                    "ControlThread1: threads=2,fastest_conn=\\d+,slowest_conn=\\d+,avg_conn=\\d+"));
    Execution cph = Execution.of("cph -tc Dummy -nt 1 -rt 100 -rl 1 -wi 0".split(" "));
    assertThat(cph.out().lines())
        .containsSubsequence(
            "controlThread START",
            "[Dummy0] START",
            "[Dummy0] First session open - entering RUNNING state.",
            "[Dummy0] STOP",
            "controlThread STOP");
  }

  /** Statistics alone: all that these levels leave out there is left out here. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "cph -tc Dummy -rt 100 -rl 1 -wi 0 -vo 2",
        "perfharness -tc util.NoOpThread -rt 100 -rl 1 -wi 0 -wp true -vo WARNING"
      })
  void levelsAboveInformationLeaveOutWhatHappens(String line) {
    assertThat(Execution.of(line.split(" ")).out().lines())
        .filteredOn(printed -> !printed.contains(" the harness ")) // on a busy host
        .singleElement(as(InstanceOfAssertFactories.STRING))
        .startsWith("totalIterations=");
  }

  @Test
  void withoutAConnectionTheLastLinesAreThoseOfNothing() {
    String elsewhere = " --provider artemis --url tcp://127.0.0.1:1 ";
    Execution run =
        Execution.of(
            ("perfharness" + elsewhere + "-tc jms.r11.Sender -sc BasicStats -rl 1 -wi 0 -nt 2")
                .split(" "));
    run.ended(ExitCode.NO_CONNECTION);
    assertThat(run.out().lines())
        .containsSubsequence(
            "ControlThread1: START",
            "Sender1: START",
            "Sender1: STOP",
            "totalIterations=0,avgDuration=0.00,totalRate=0.00",
            "ControlThread1: STOP");
    assertThat(Execution.of(("cph" + elsewhere + "-tc Sender -rl 1 -wi 0").split(" ")).out())
        .contains("totalIterations=0,totalSeconds=0.00,avgRate=0.00");
  }

  @Test
  void explains() {
    Execution run =
        Execution.of("cph", "--explain", "-tc", "Dummy", "-nt", "3", "-rl", "5").ended(ExitCode.OK);
    assertThat(run.out())
        .isEqualToIgnoringNewLines(
            """
            sluice send --threads 3 --start-parallel 1 --start-interval 1000ms \
            --begin-when-connected --duration 5s --report-format cph \
            --report-workers Dummy --interval 10s --provider null

            # as a scenario, for 'sluice run FILE':
            # without --report-format, --report-workers, which scenarios do not have
            providers:
              "null":
                type: "null"
            workloads:
              senders:
                type: send
                threads: 3
                start-parallel: 1
                start-interval: 1000ms
                begin-when-connected: true
            run:
              duration: 5s
              interval: 10s
            """);
  }

  @Test
  void theWordsOfAnOldLineAreNotThisProgramsOwn() {
    Execution run = Execution.of("perfharness", "-h").ended(ExitCode.OK);
    assertThat(run.out()).contains("-nt").contains("Every run");
    assertThat(Execution.of("perfharness", "-v").out()).contains("JVM");
    assertThat(Execution.of("perfharness", "--help").out()).contains("--explain");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "perfharness foo bar --explain -tc util.NoOpThread -nt 3",
        "perfharness foo --interval 7s --explain -tc util.NoOpThread -nt 3",
        "cph foo --explain -tc Dummy -nt 3"
      })
  void wordsInFrontOfTheFirstOptionAreIgnored(String line) {
    Execution run = Execution.of(line.split(" ")).ended(ExitCode.OK);
    assertThat(run.out()).startsWith("sluice send --threads 3 ").doesNotContain("foo");
  }

  @Test
  void wrongLines() {
    Execution run =
        Execution.of("perfharness", "-tc", "jms.r11.Sender", "-nt", "x").ended(ExitCode.USAGE);
    assertThat(run.complaint()).isEqualTo("sluice: Invalid parameter: -nt 'x': a whole number");
    assertThat(Execution.of("cph", "-tc", "Sender", "-pw", "s3cret").complaint())
        .isEqualTo("sluice: Invalid parameter: -us is missing, the user of -pw");
    assertThat(Execution.of("cph", "-tc", "PublisherV6").complaint())
        .startsWith("sluice: -tc PublisherV6 is out of scope");
  }

  @Test
  void thePasswordIsPrintedNowhere() {
    Execution explained = Execution.of(("perfharness --explain " + SECRET).split(" "));
    assertThat(explained.out()).contains("--user app", "SLUICE_PASSWORD").doesNotContain("s3cret");
    Execution own =
        Execution.of(
            ("perfharness --explain --jndi-url=tcp://me:s3cret@host --password-file=/p " + SECRET)
                .split(" "));
    assertThat(own.out()).contains("tcp://me:***@host", "/p").doesNotContain("s3cret");
    Execution dryRun =
        Execution.of(("perfharness --dry-run " + SECRET).split(" ")).ended(ExitCode.OK);
    assertThat(dryRun.out()).contains("app").doesNotContain("s3cret");
    assertThat(dryRun.err()).doesNotContain("s3cret");
  }

  @Test
  void aFormatOfTheOlderToolsIsNeededForTheirOptions() {
    Execution run = Execution.of("send", "--provider", "null", "--per-worker", "--duration", "1s");
    run.ended(ExitCode.USAGE);
    assertThat(run.complaint()).contains("'--per-worker' requires");
  }
}
