package dev.sluice.control.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.measure.Observed;
import dev.sluice.control.measure.Reading;
import dev.sluice.control.scenario.outside.Observer;
import dev.sluice.control.scenario.outside.Observers;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.scenario.yaml.ShellCommand;
import dev.sluice.control.secret.Secrets;
import dev.sluice.core.time.NanoClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Observers of hosts as scenarios write them: by an ssh that reaches one host, and of this one. */
@EnabledOnOs(OS.LINUX)
class HostObserversTest {

  /** Takes its options, and runs what is left where that host keeps its files. */
  private static final String SSH =
      """
      #!/bin/sh
      while [ "$1" = -o ]; do shift 2; done
      if [ "$1" != mq@mqhost1 ]; then
        echo "ssh: Could not resolve hostname $1: Name or service not known" >&2
        exit 255
      fi
      shift
      echo "Warning: Permanently added 'mqhost1' (ED25519) to the list of known hosts." >&2
      exec sh -c "$(echo "$*" | sed 's#/proc#FOLDER/proc#')"
      """;

  private static final String SCENARIO =
      """
      workloads: {senders: {type: send}}
      observers:
        cpu: {host: HOST}
        received: {host: HOST, reads: network-received, device: lo}
        sent: {host: HOST, reads: network-sent, device: lo}
        read: {host: HOST, reads: disk-read, device: sda}
        written: {host: HOST, reads: disk-written, device: sda}
        by command: {command: ssh mq@mqhost1 cat /proc/net/dev, reads: network-sent, device: eth0}
        no such host: {host: mqhost9}
        no such card: {host: HOST, reads: network-sent, device: eth7}
      """;

  @TempDir Path folder;

  @BeforeEach
  void aHostBehindSsh() throws IOException {
    Path ssh = Files.writeString(folder.resolve("ssh"), SSH.replace("FOLDER", folder.toString()));
    assertThat(ssh.toFile().setExecutable(true)).isTrue();
    Path net = Files.createDirectories(folder.resolve("proc/net"));
    Files.writeString(
        folder.resolve("proc/stat"), "cpu  100 0 50 900 50 0 0 0 0 0\ncpu0 1 2\ncpu1 1 2\n");
    Files.writeString(
        net.resolve("dev"),
        """
        Inter-|   Receive                                                |  Transmit
         face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs
            lo: 1500000 11 0 0 0 0 0 0 2500000 12 0 0 0 0 0 0
        eth0:98000000 1 2 3 4 5 6 7 99000000 9 10 11 12 13 14 15
        """);
    Files.writeString(
        folder.resolve("proc/diskstats"),
        """
           8       0 sda 400 7 10000 30 500 8 20000 40 0 50 60 0 0 0 0 0 0
           8       1 sda1 400 7 9000 30 500 8 9000 40 0 50 60
        """);
  }

  private Map<String, Observed.At> read(String host) throws InterruptedException {
    List<Observer> specs =
        new ScenarioReader(new ScenarioVocabulary(new Secrets()), name -> Optional.empty())
                .read("plan", "plan.yaml", SCENARIO.replace("HOST", host), List.of())
                .observers()
                .stream()
                .map(this::withThatSsh)
                .toList();
    try (Observers observers =
        new Observers(specs, Map.of(), Map.of(), () -> 0, NanoClock.SYSTEM)) {
      return observers.read().readings();
    }
  }

  private Observer withThatSsh(Observer observer) {
    Observer.CommandOutput command = (Observer.CommandOutput) observer.source();
    return new Observer(
        observer.name(),
        new Observer.CommandOutput(
            ShellCommand.of("export PATH=" + folder + ":$PATH; " + command.line().text()),
            command.timeout(),
            command.reads(),
            command.device()),
        observer.every(),
        observer.partOf());
  }

  @Test
  void aHostIsReadBySsh() throws Exception {
    Map<String, Observed.At> readings = read("mq@mqhost1");
    assertThat(readings.get("cpu").reading())
        .isEqualTo(new Reading.Cpu(1_500_000_000L, 2, 9_500_000_000L));
    assertThat(readings.get("received").reading()).isEqualTo(new Reading.Counter(1.5));
    assertThat(readings.get("sent").reading()).isEqualTo(new Reading.Counter(2.5));
    assertThat(readings.get("read").reading()).isEqualTo(new Reading.Counter(5.12));
    assertThat(readings.get("written").reading()).isEqualTo(new Reading.Counter(10.24));
    assertThat(readings.get("by command").reading()).isEqualTo(new Reading.Counter(99));
    assertThat(readings).doesNotContainKeys("no such host", "no such card");
  }

  @Test
  void thisHostIsReadWithoutIt() throws Exception {
    Map<String, Observed.At> readings = read("local");
    assertThat(((Reading.Cpu) readings.get("cpu").reading()).processors()).isPositive();
    double before = ((Reading.Counter) readings.get("sent").reading()).count();
    assertThat(((Reading.Counter) read("local").get("sent").reading()).count())
        .isGreaterThanOrEqualTo(before);
  }
}
