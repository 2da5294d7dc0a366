package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.legacy.LiveProcess;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scenario whose senders run in another process, which it drives by the command socket. */
@Tag("soak")
class ScenarioTargetsIT {

  private static final Duration LONG_ENOUGH = Duration.ofMinutes(1);
  private static final Pattern SOCKET = Pattern.compile("commands on (127.0.0.1:\\d+)");

  @TempDir Path directory;

  @Test
  void ratesAndWorkersOfAnotherProcessAreChangedAndTheirEffectMeasured() throws Exception {
    Path token = Files.writeString(directory.resolve("token"), "a-token-of-some-length\n");
    try (EmbeddedProvider broker = EmbeddedProvider.withTcp(0)) {
      String url = "tcp://127.0.0.1:" + broker.tcpPort();
      try (LiveProcess sending =
          LiveProcess.start(
              "send --provider artemis --url %s --threads 2 --rate 50 --control 0 --id app1"
                      .formatted(url)
                  + " --interval 500ms --control-token-file "
                  + token)) {
        String at = sending.await(0, SOCKET, LONG_ENOUGH).orElseThrow().group(1);
        SluiceProcess process =
            play(
                """
                providers: {broker: {type: artemis, url: "%s"}}
                targets: {app1: {at: "%s", token-file: "%s"}}
                workloads: {receivers: {type: receive, threads: 2, receive-timeout: 200ms}}
                run: {interval: 500ms}
                steps:
                  - pause: senders # what piled up while this process started is no rate
                    target: app1
                  - wait: drained
                  - resume: senders
                    target: app1
                  - measure: slow
                    targets: app1
                    for: 2s
                    settle: 1s
                    objectives: [achieved > 30, achieved < 300, {app1: errors == 0}]
                  - rate: +150
                    target: app1
                  - threads: 3
                    target: app1
                  - mark: faster by a scenario
                    target: app1
                  - measure: fast
                    for: 2s
                    settle: 1s
                    objectives: [achieved > 300]
                  - pause: senders
                    target: app1
                  - wait: drained
                """
                    .formatted(url, at, token));
        assertThat(process.exitCode()).as("%s%n%s", process, sending).isZero();
        assertThat(process.lines().stream().map(String::strip))
            .anyMatch(line -> line.startsWith("PASS slow: receivers achieved < 300: "))
            .contains("PASS slow: app1/senders errors == 0: 0")
            .anyMatch(line -> line.matches("slow +app1/senders +100[.]0 .*"))
            .anyMatch(line -> line.startsWith("PASS fast: receivers achieved > 300: "));
        assertThat(sending.lines()).anyMatch(line -> line.contains("faster by a scenario"));
        sending.interrupt();
        assertThat(sending.exitCode(LONG_ENOUGH)).as("%s", sending).isZero();
      }
    }
  }

  @Test
  void aTargetThatDoesNotAnswerIsNamed() throws Exception {
    SluiceProcess process =
        play(
            """
            targets: {app1: {at: "127.0.0.1:1"}}
            workloads: {senders: {type: send, rate: 10}}
            steps:
              - rate: 20
                target: app1
            """);
    assertThat(process.exitCode()).as("%s", process).isEqualTo(1);
    assertThat(process.lines())
        .anyMatch(line -> line.startsWith("sluice: step 1 of 1 (rate 20 of app1): target app1: "));
  }

  private SluiceProcess play(String text) throws Exception {
    Path plan = Files.writeString(directory.resolve("plan.yaml"), text);
    return SluiceProcess.run(directory, List.of("run", plan.toString()));
  }
}
