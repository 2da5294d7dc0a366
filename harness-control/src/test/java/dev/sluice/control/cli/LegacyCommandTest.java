package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LegacyCommandTest {

  private static final String SECRET =
      "-tc jms.r11.Sender -pc WebSphereMQ -us app -pw s3cret -wi 0 -rl 0";

  @Test
  void runsAsThere() {
    Execution run =
        Execution.of(
            ("perfharness -tc util.NoOpThread -nt 2 -rt 100 -rl 1 -wi 0 -ss 1 -sc BasicStats -id P1"
                    + " -yd 3 -sh")
                .split(" "));
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out().lines())
        .anyMatch(
            line ->
                line.matches("id=P1,rate=[\\d.]+,total messages=\\d+,Snapshot period=1,threads=2"))
        .anyMatch(
            line -> line.matches("totalIterations=\\d+,avgDuration=[\\d.]+,totalRate=[\\d.]+"));
    assertThat(run.err().lines())
        .containsExactly("sluice: accepted, and changes nothing here: -yd -sh");
  }

  @Test
  void explains() {
    Execution run = Execution.of("cph", "--explain", "-tc", "Dummy", "-nt", "3", "-rl", "5");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .isEqualToIgnoringNewLines(
            """
            sluice send --threads 3 --start-parallel 1 --start-interval 1000ms \
            --begin-when-connected --duration 5s --report-format cph --interval 10s --provider null

            # as a scenario, for 'sluice run FILE':
            # without --report-format, which no scenario has
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
    Execution run = Execution.of("perfharness", "-h");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("-nt").contains("Every run");
    assertThat(Execution.of("perfharness", "-v").out()).contains("JVM");
    assertThat(Execution.of("perfharness", "--help").out()).contains("--explain");
  }

  @Test
  void wrongLines() {
    Execution run = Execution.of("perfharness", "-tc", "jms.r11.Sender", "-nt", "x");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.complaint()).isEqualTo("sluice: Invalid parameter: -nt 'x': a whole number");
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
    Execution dryRun = Execution.of(("perfharness --dry-run " + SECRET).split(" "));
    assertThat(dryRun.exitCode()).as(dryRun.err()).isZero();
    assertThat(dryRun.out()).contains("app").doesNotContain("s3cret");
    assertThat(dryRun.err()).doesNotContain("s3cret");
  }

  @Test
  void aFormatOfTheOlderToolsIsNeededForTheirOptions() {
    Execution run = Execution.of("send", "--provider", "null", "--per-worker", "--duration", "1s");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.complaint()).contains("'--per-worker' makes sense only together with");
  }
}
