package dev.sluice.control.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.format.Observation;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.scenario.outside.Observer;
import dev.sluice.control.scenario.outside.Observer.Reads;
import dev.sluice.control.scenario.yaml.ShellCommand;
import dev.sluice.estimates.bottleneck.Bottleneck;
import dev.sluice.estimates.bottleneck.Evidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is taken from a run folder. */
class RunReaderTest {

  @TempDir Path folder;
  private final List<String> readings = new ArrayList<>();

  @BeforeEach
  void copyRun() throws IOException {
    Files.copy(Path.of("src/test/resources/golden/run/run.json"), folder.resolve("run.json"));
  }

  private void reading(int second, String subject, String measure, double value) {
    readings.add(
        new Observation(Instant.EPOCH, second * 1_000_000_000L, subject, measure, "", value)
            .line());
  }

  private Evidence.MeasuredRun read(Observer... observers) throws IOException {
    Files.writeString(folder.resolve("observations.jsonl"), String.join("", readings));
    Files.createDirectories(folder.resolve("eth0"));
    Files.writeString(folder.resolve("eth0/speed"), "1000\n");
    return new RunReader("senders", List.of(observers), folder)
        .read(RecordedRun.open(folder), 100)
        .orElseThrow();
  }

  private static Observer command(String name, String line, Reads reads, String device) {
    return new Observer(
        name,
        new Observer.CommandOutput(ShellCommand.of(line), Duration.ofSeconds(1), reads, device));
  }

  @Test
  void theRateItsCallsAndTheHarnessAreThere() throws IOException {
    reading(1, "harness GC ms", "value", 500);
    reading(5, "harness GC ms", "value", 900);
    Evidence.MeasuredRun run = read();
    assertThat(run.perSecond()).isEqualTo(2_307.5);
    assertThat(run.requesters()).isEqualTo(75); // 25 were lost
    assertThat(run.callSeconds()).isCloseTo(0.004_173, within(1e-6));
    int processors =
        new JSONObject(Files.readString(folder.resolve("run.json")))
            .getJSONObject("host")
            .getInt("processors");
    assertThat(run.busy().get(Bottleneck.HARNESS)).isEqualTo(1.234 / processors);
    assertThat(run.busy().get(Bottleneck.PAUSES)).isCloseTo(0.1, within(1e-9));
    assertThat(run.busy()).hasSize(2);
  }

  @Test
  void onAHostThatOthersFillNobodyKnowsOfTheHarness() throws IOException {
    reading(1, RunReader.HOST, "cpu", 1_000);
    assertThat(read().busy()).doesNotContainKey(Bottleneck.HARNESS);
  }

  @Test
  void observersSayHowBusyTheOtherSideIs() throws IOException {
    reading(1, "mqhost", Observation.CPU_SHARE, 0.7);
    reading(2, "mqhost", Observation.CPU_SHARE, 0.9);
    reading(1, "here", Observation.CPU_SHARE, 1);
    reading(1, "depth", "value", 0);
    reading(2, "depth", "value", 7);
    reading(1, "card", "value", 100);
    assertThat(
            read(
                    command("mqhost", "ssh mqhost cat /proc/stat", Reads.PROC_STAT, ""),
                    command("here", "cat /proc/stat", Reads.PROC_STAT, ""),
                    command("card", "cat /proc/net/dev", Reads.NETWORK_SENT, "eth0"),
                    new Observer("depth", new Observer.QueueDepth("main", "Q")))
                .busy())
        .containsEntry(Bottleneck.PROCESSORS, 0.8)
        .containsEntry(Bottleneck.CONSUMERS, 0.5)
        .containsEntry(Bottleneck.NETWORK, 0.8);
  }

  @Test
  void theBusiestMemberCounts() throws IOException {
    reading(1, "QM1", "User CPU time percentage", 30);
    reading(1, "QM1", "System CPU time percentage", 10);
    reading(1, "QM2", "User CPU time percentage", 60);
    reading(1, "QM2", "System CPU time percentage", 20);
    reading(1, "QM1", "Log - physical bytes written", 8_192_000);
    reading(1, "QM1", "Log - write size", 8_192);
    reading(1, "QM1", "Log - write latency", 750);
    assertThat(read().busy())
        .containsEntry(Bottleneck.PROCESSORS, 0.8)
        .containsEntry(Bottleneck.LOG, 0.75);
  }
}
