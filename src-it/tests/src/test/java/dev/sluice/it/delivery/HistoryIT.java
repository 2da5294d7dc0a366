package dev.sluice.it.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.cli.SluiceProcess;
import dev.sluice.it.legacy.LiveProcess;
import dev.sluice.it.run.RunSummary;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import dev.sluice.mqsim.client.Eventually;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check of a history says what the summary says of a run with an outage in its middle. */
class HistoryIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Pattern IN_DOUBT =
      Pattern.compile("in doubt: (\\d+) arrived, so they were sent; (\\d+) did not.*");

  /** The broker goes while messages wait in a queue, which it forgets, and senders put more. */
  private static final String PLAN =
      """
      providers: {broker: %s}
      workloads:
        senders: {type: send, queue: Q, threads: 4, rate: 100, verify: true, history: true}
        receivers: {type: receive, queue: Q, threads: 2, verify: true, history: true}
      run: {interval: 500ms}
      steps:
        - wait: 1s
        - pause: receivers
        - wait: 500ms
        - exec: touch %2$s/down; while [ ! -e %2$s/up ]; do sleep 0.1; done
          timeout: 2m
        - wait: reconnected
          within: 2m
        - resume: receivers
        - wait: 1s
      """;

  @TempDir Path directory;

  @Test
  void saysWhatTheSummarySaysOfArtemis() throws Exception {
    EmbeddedProvider[] broker = {EmbeddedProvider.withTcp(0)};
    try {
      int port = broker[0].tcpPort();
      checkIsTheSummary(
          "{type: artemis, url: \"tcp://127.0.0.1:%d\"}".formatted(port),
          () -> {
            broker[0].close();
            broker[0] = EmbeddedProvider.withTcp(port);
          });
    } finally {
      broker[0].close();
    }
  }

  @Test
  void saysWhatTheSummarySaysOfAQueueManager() throws Exception {
    try (SimulatedCluster cluster = SimulatedCluster.builder().queueManagers("QM1").build()) {
      cluster.start("QM1");
      checkIsTheSummary(
          "{type: ibmmq, host: 127.0.0.1, port: %d, channel: APP.SVRCONN, qmgr: QM1}"
              .formatted(cluster.port("QM1")),
          () -> {
            cluster.kill("QM1");
            cluster.start("QM1");
          });
    }
  }

  private void checkIsTheSummary(String provider, Runnable outage) throws Exception {
    Path plan = Files.writeString(directory.resolve("p.yaml"), PLAN.formatted(provider, directory));
    Path out = directory.resolve("out");
    List<String> told;
    try (LiveProcess run = LiveProcess.start("run " + plan + " --detail --out " + out)) {
      assertThat(Eventually.holds(PATIENCE, () -> Files.exists(directory.resolve("down"))))
          .as("%s", run)
          .isTrue();
      outage.run();
      Files.createFile(directory.resolve("up"));
      assertThat(run.exitCode(PATIENCE)).as("%s", run).isOne();
      told = run.lines();
    }

    SluiceProcess check = SluiceProcess.run(directory, List.of("check", out.toString()));

    assertThat(check.exitCode()).as("%s", check).isOne();
    String delivery =
        told.stream().map(String::strip).filter(a -> a.matches("delivery \\d.*")).findFirst().get();
    assertThat(delivery).containsPattern("lost [1-9]");
    assertThat(check.lines()).contains(delivery.replaceFirst("delivery ", "receivers: "));
    long inDoubt = 0;
    for (String line : check.lines()) {
      Matcher doubts = IN_DOUBT.matcher(line);
      if (doubts.matches()) {
        inDoubt = Long.parseLong(doubts.group(1)) + Long.parseLong(doubts.group(2));
      }
    }
    assertThat(inDoubt)
        .as("%s %s", told, check)
        .isEqualTo(RunSummary.read(out).workload("senders").getLong("totalInDoubt"));
  }
}
