package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import dev.sluice.core.worker.WorkerSettings.ThreadKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that do what they should, in this process. */
class CommandLineTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "send",
        "receive",
        "demo",
        "calibrate",
        "ctl",
        "ccdt",
        "report",
        "compare",
        "gate",
        "explain",
        "merge"
      })
  void everyCommandHasHelp(String command) {
    Execution execution = Execution.of(command, "--help").ended(ExitCode.OK);
    assertThat(execution.out()).startsWith("Usage: sluice " + command);
    assertThat(execution.err()).isEmpty();
  }

  @Test
  void helpSaysFromHowManyWorkersOnThreadsAreVirtual() {
    assertThat(Execution.of("send", "--help-all").out().replaceAll("\\s+", " "))
        .contains(
            String.format(
                Locale.ROOT, "virtual from %,d workers on", ThreadKind.VIRTUAL_PAYS_FROM));
  }

  @Test
  void helpIsGroupedByWhatOptionsAreAbout() {
    assertThat(Execution.of("send", "--help-all").out())
        .containsSubsequence(
            "Workers and their rate:",
            "--threads",
            "The run:",
            "--duration",
            "Destinations:",
            "--queue",
            "Sessions:",
            "--api",
            "Messages:",
            "--size",
            "${counter}",
            "Provider:",
            "--provider",
            "IBM MQ",
            "--ccdt",
            "Options:",
            "--help",
            "Examples:")
        .doesNotContain("%n");
  }

  @Test
  void aDryRunTellsWhatWouldRun() {
    Execution execution =
        Execution.of(
            "send --dry-run --threads 180 --total-rate 20700 --queue REQUEST --queues 1..10"
                .split(" "));
    execution.ended(ExitCode.OK);
    assertThat(execution.out())
        .contains("180 workers", "115.00/s each, 20,700.00/s in total", "REQUEST1 to REQUEST10");
  }

  @Test
  void aDryRunTellsWhatIsCheckedOfDeliveries() {
    assertThat(Execution.of("receive", "--dry-run").out()).contains("delivery     not verified");
    assertThat(Execution.of("send", "--dry-run", "--verify", "--end-to-end", "same-host").out())
        .contains("delivery     verified, end-to-end times same host");
  }

  @Test
  void aDryRunTellsWhatMessagesLookLike(@TempDir Path folder) throws IOException {
    Path properties = Files.writeString(folder.resolve("p"), "colour=red\nweight=5\n");
    Execution execution =
        Execution.of(
            "send",
            "--dry-run",
            "--message=text",
            "--size=uniform:1KiB..64KiB",
            "--content=random",
            "--message-properties=" + properties,
            "--message-property=weight:int=6",
            "--jms-type=order",
            "--persistent",
            "--priority=7",
            "--expiry=30s",
            "--delivery-delay=500ms",
            "--reply-queue-header=ANSWERS",
            "--correlation=message",
            "--native-correlation");
    execution.ended(ExitCode.OK);
    assertThat(execution.out())
        .contains(
            "text: 1024 to 65536 bytes, evenly spread, random; persistent, priority 7",
            "expires after 30000 ms, delayed by 500 ms",
            "colour=red, weight:int=6",
            "JMS type     order",
            "reply to     ANSWERS",
            "an id for each message, native");
  }

  @Test
  void messagesOfEveryOptionAreSent(@TempDir Path folder) throws IOException {
    Path template = Files.writeString(folder.resolve("t"), "order ${counter} of ${worker}");
    Execution execution =
        Execution.of(
            "send",
            "--count=5",
            "--message=text",
            "--template=" + template,
            "--message-property=WEIGHT:int=6",
            "--expiry=30s",
            "--delivery-delay=1ms",
            "--reply-queue-header=ANSWERS",
            "--correlation=message",
            "--native-correlation");
    execution.ended(ExitCode.OK);
    assertThat(execution.out()).contains("5 messages", "errors     none");
  }

  @Test
  void aDryRunShowsNoPassword(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("password"), "s3cret-word\n");
    Execution execution =
        Execution.of(
            "send",
            "--dry-run",
            "--provider",
            "artemis",
            "--user",
            "u",
            "--password-file",
            file.toString());
    execution.ended(ExitCode.OK);
    assertThat(execution.out() + execution.err()).doesNotContain("s3cret-word");
  }

  @Test
  void optionsCanStandInAFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("options.txt"), "--threads 7\n--rate 2.5\n");
    Execution execution = Execution.of("send", "--dry-run", "@" + file);
    assertThat(execution.out()).contains("7 workers, 2.50/s each, 17.50/s in total");
  }

  @Test
  void aRunWithACountDoesJustThat() {
    Execution execution =
        Execution.of("send --provider null --threads 3 --count 1000 --id T1".split(" "));
    execution.ended(ExitCode.OK);
    assertThat(execution.out())
        .contains("3,000 messages", "errors     none", "exit       0: nothing failed")
        .contains("ended: all workers have ended");
  }

  @Test
  void sendersAndReceiversOfTheEmbeddedBrokerAreEachAProcess() {
    Execution execution =
        Execution.of("send --threads 2 --count 50 --size 2KiB".split(" ")).ended(ExitCode.OK);
    assertThat(execution.out()).contains("100 messages");
  }

  @Test
  void aBrokerThatIsNotThereIsOneLineAndExitCode3() {
    Execution execution =
        Execution.of("receive --provider artemis --url tcp://127.0.0.1:1".split(" "));
    execution.ended(ExitCode.NO_CONNECTION);
    assertThat(execution.err().lines()).hasSize(1);
    assertThat(execution.complaint()).startsWith("sluice: ").contains("127.0.0.1:1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "put-get --threads 2 --count 20",
        "put-get --threads 2 --count 20 --api simplified --transacted",
        "reconnect-timer --threads 2 --count 20 --share-connection",
        "put-get --threads 4 --count 10 --connections 3 --client-id c",
        "publish --threads 2 --count 20 --unidentified-producer",
        "churn --threads 2 --count 20"
      })
  void aCommandRunsItsWorkers(String line) {
    Execution execution = Execution.of(line.split(" ")).ended(ExitCode.OK);
    assertThat(execution.out()).contains("40 messages", "errors     none");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "request",
        "respond",
        "subscribe",
        "forward",
        "dead-letter",
        "browse",
        "receive --listener"
      })
  void aCommandTellsWhatItWouldRun(String line) {
    Execution execution =
        Execution.of((line + " --dry-run --share-connection").split(" ")).ended(ExitCode.OK);
    assertThat(execution.out()).contains("connections for all workers: 1");
    execution = Execution.of((line + " --dry-run --connections 3").split(" "));
    assertThat(execution.out()).contains("connections for all workers: 3");
  }

  /** Options of every other run are those of a scenario's, too; the line wins. */
  @Test
  void aScenarioTakesTheOptionsOfARun(@TempDir Path folder) throws IOException {
    String plan =
        """
        providers: {none: {type: "null"}}
        workloads: {senders: {type: send, count: 1}}
        run: {interval: 9s}
        """;
    Execution run =
        Execution.ofPlan(folder, plan, "--interval=100ms", "--metrics=0", "--control=0");
    run.ended(ExitCode.OK);
    assertThat(run.out()).contains("metrics on 127.0.0.1:", "commands on 127.0.0.1:");
    assertThat(Execution.ofPlan(folder, plan, "--interval", "never").complaint())
        .contains("--interval", "'never'");
    Execution.ofPlan(folder, plan, "--page", "x").ended(ExitCode.USAGE);
    assertThat(Execution.ofPlan(folder, plan, "--control", "99999").complaint())
        .contains("--control");
  }

  @ParameterizedTest
  @ValueSource(strings = {"find-max", "measure"})
  void aStepOfAScenarioIsNoCommand(String word) {
    assertThat(Execution.of(word).err())
        .contains("'" + word + "' is a step of a scenario; 'sluice run FILE' plays it");
  }

  @Test
  void completionCanBeGenerated() {
    Execution execution = Execution.of("generate-completion").ended(ExitCode.OK);
    assertThat(execution.out()).contains("--pacing-quantum");
  }
}
