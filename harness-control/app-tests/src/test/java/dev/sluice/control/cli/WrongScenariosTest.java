package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A wrong scenario: exit code 2, and one line with its place, its key and what would be right. */
class WrongScenariosTest {

  private static final String SENDERS = "workloads:\n  senders: {type: send, rate: 10}\n";
  private static final String A = "workloads:\n  a: {type: send, ";
  private static final String STEPS = SENDERS + "steps:\n";
  private static final String OBSERVED = SENDERS + "observers: {a: {pid: 1}}\nsteps:\n";
  private static final String LISTENERS =
      "workloads:\n  a: {type: subscribe, listener: true}\nsteps:\n";

  @TempDir Path folder;

  static Stream<Arguments> mistakes() {
    return Stream.of(
        // the document
        wrong("^", "", "start the scenario with keys"),
        wrong("^just a word\n", "", "start the scenario with keys"),
        wrong("workloads: [a\nsteps^: b]: c\n", "", "check indentation"),
        wrong("workloads:\n^\tsenders: {}\n", "", "check indentation"),
        wrong(SENDERS + "^step: []\n", "step", "did you mean 'steps'?"),
        wrong(SENDERS + "^" + SENDERS, "workloads", "remove one of the two"),
        wrong("workloads: ^&a\n  senders: *a\n", "", "remove the alias"),
        // workloads
        wrong("^steps: []\n", "workloads", "add 'workloads: ...'"),
        wrong("workloads: ^{}\n", "workloads", "add one"),
        wrong("workloads: ^[send]\n", "workloads", "write 'key: value' lines"),
        wrong("workloads:\n  a: ^{rate: 1}\n", "a.type", "add 'type: ...'"),
        wrong("workloads:\n  a: {type: ^sent}\n", "a.type", "'send'?"),
        wrong(A + "^thread: 4}\n", "a.thread", "did you mean 'threads'?"),
        wrong(A + "threads: ^0}\n", "a.threads", "is not a whole number from 1 to"),
        wrong(A + "size: ^2KBytes}\n", "a.size", "2KiB"),
        wrong(A + "ramp: ^soon}\n", "a.ramp", "30s"),
        wrong(A + "transacted: ^1}\n", "a.transacted", "write true or false"),
        wrong(A + "rate: ^1, total-rate: 2}\n", "workloads.a", "mutually exclusive"),
        wrong(A + "provider: ^main}\n", "a.provider", "use one of embedded"),
        wrong("workloads:\n  a: {type: ^{b: c}}\n", "a.type", "one line"),
        wrong("workloads:\n  a b: ^{type: send}\n", "a b", "use letters"),
        // providers
        wrong(
            "providers:\n  main: {type: ^ibm}\n" + SENDERS,
            "providers.main.type",
            "did you mean 'ibmmq'?"),
        wrong(
            "providers:\n  main: {type: artemis, ^urls: x}\n" + SENDERS,
            "main.urls",
            "did you mean 'url'?"),
        wrong(
            "providers:\n  main: {type: ibmmq, port: ^70000}\n" + SENDERS,
            "main.port",
            "0 to 65535"),
        // run
        wrong(SENDERS + "run: {^intervals: 1s}\n", "run.intervals", "'interval'?"),
        wrong(SENDERS + "run: {interval: ^0}\n", "run.interval", "above 0"),
        wrong(SENDERS + "run: {^dry-run: true}\n", "run.dry-run", "unknown key"),
        wrong(SENDERS + "run: {until: ^p99 5%}\n", "run.until", "'p99 +/- 5%'"),
        wrong(SENDERS + "run: {until: ^{b: p99 +/- 5%}}\n", "until", "name one of"),
        wrong(
            SENDERS + "run: {until: ^p99 +/- 5%, duration: 1m}\n",
            "run",
            "cannot be used together"),
        wrong(
            SENDERS + "run: {until: ^p99 +/- 5%}\nsteps: [{wait: 1s}]\n",
            "run.until",
            "in a measure step"),
        wrong(
            SENDERS + "steps: [{measure: a, until: p99 +/- 5%, ^for: 1m}]\n",
            "for",
            "until its figures are known"),
        wrong(SENDERS + "steps: [{measure: a, ^at-most: 1m}]\n", "at-most", "no 'until'"),
        wrong(
            SENDERS
                + "steps: [{find-max: a, from: 1, at-most: 1m, ^votes: 2, objectives: [p99 < 1s]}]\n",
            "votes",
            "objectives are certain"),
        // variables
        wrong(A + "queue: ^\"${NO_SUCH_THING}\"}\n", "a.queue", "${NO_SUCH_THING:-default}"),
        wrong(A + "queue: ^\"${1}\"}\n", "a.queue", "$$ for a dollar"),
        // objectives
        wrong(SENDERS + "objectives: [^p98 < 1ms]\n", "objectives[1]", "'p9"),
        wrong(SENDERS + "objectives: [^fast]\n", "objectives[1]", "p99 < 20ms"),
        wrong(SENDERS + "objectives: [^p99 < 20]\n", "objectives[1]", "20ms or 20s"),
        wrong(SENDERS + "objectives: [^p99 < x]\n", "objectives[1]", "500ms"),
        wrong(SENDERS + "objectives: [^sender: p99 < 1s]\n", "sender", "'senders'?"),
        // what is around
        wrong(SENDERS + "targets: {a: {at: ^x}}\n", "targets.a.at", "HOST:PORT"),
        wrong(SENDERS + "processes: {a: ^{}}\n", "a.command", "add 'command"),
        wrong(SENDERS + "observers: {a: {process: ^b}}\n", "a.process", "define it first"),
        wrong(
            SENDERS + "observers: {a: {pid: 1, part-of: ^b}, b: {host: local}}\n",
            "a.part-of",
            "define it first"),
        wrong(
            SENDERS + "observers: {b: {host: local}, a: {queue: Q, part-of: ^b}}\n",
            "a.part-of",
            "remove it"),
        wrong(SENDERS + "observers: {a: ^{}}\n", "a", "add one of"),
        // steps
        wrong(STEPS + "  - ^rates: 5\n", "steps[1].rates", "'rate'?"),
        wrong(STEPS + "  - ^{rate: 5, pause: all}\n", "steps[1]", "'- '"),
        wrong(STEPS + "  - {rate: 5, ^ovr: 3s}\n", "steps[1].ovr", "'over'?"),
        wrong(STEPS + "  - rate: ^fast\n", "steps[1].rate", "115, +115"),
        wrong(LISTENERS + "  - rate: ^5\n", "steps[1].rate", "listener"),
        wrong(LISTENERS + "  - {total: 5, workload: ^a}\n", "steps[1].workload", "no rate"),
        wrong(
            """
            workloads:
              a: {type: receive, listener: "${brought:-false}"}
            steps:
              - for-each: {brought: [false, true]}
                do:
                  - rate: ^5
            """,
            "do[1].rate",
            "no rate"),
        wrong(
            LISTENERS + "  - {find-max: ^m, from: 5, objectives: [lost == 0]}\n",
            "steps[1].find-max",
            "no rate"),
        wrong(STEPS + "  - ^ramp: 100\n", "steps[1].over", "add 'over"),
        wrong(STEPS + "  - {rate: 5, wait: ^false}\n", "steps[1].wait", "over"),
        wrong(STEPS + "  - {ramp: 5, over: 1s, wait: ^1}\n", "steps[1].wait", "true or false"),
        wrong(
            SENDERS + "finally: [{exec: heal}, {rate: ^5}]\n",
            "finally[2].rate",
            "move it to the steps"),
        wrong(STEPS + "  - {delete-pod: ^qm1-0}\n", "steps[1].delete-pod", "write LABEL=VALUE"),
        wrong(
            STEPS + "  - {delete-pod: a=b, namespace: ^../mq}\n",
            "steps[1].namespace",
            "letters, digits and -"),
        wrong(STEPS + "  - {delete-pod: a=b, grace: ^500ms}\n", "steps[1].grace", "whole seconds"),
        wrong(SENDERS + "observers: {a: {host: ^-v}}\n", "a.host", "user@mqhost1"),
        wrong(
            SENDERS + "observers: {a: ^{host: local, reads: network-sent}}\n",
            "a.device",
            "write the name of a network card or disk"),
        wrong(
            SENDERS + "observers: {total: ^{host: local}}\n",
            "observers.total",
            "choose another name for the observer, such as 'total-cpu'"),
        wrong(
            SENDERS + "observers: {a: {host: local, device: ^eth0}}\n",
            "a.device",
            "add 'reads: network-sent'"),
        wrong(
            SENDERS + "observers: {a: {host: local, reads: ^network-out, device: eth0}}\n",
            "a.reads",
            "network-received, network-sent"),
        wrong(
            SENDERS + "observers: {a: {command: x, per: second, reads: ^value}}\n",
            "a.reads",
            "remove it"),
        wrong(STEPS + "  - wait: {observer: ^a, below: 1}\n", "observer", ""),
        wrong(
            OBSERVED + "  - wait: ^{observer: a, below: 1, above: 3}\n",
            "steps[1].wait",
            "add one of"),
        wrong(
            OBSERVED + "  - wait: {observer: a, below: ^1%}\n",
            "wait.below",
            "write a number of processors"),
        wrong(
            OBSERVED + "  - {wait: {observer: a, below: 1}, ^ratio: 1}\n",
            "steps[1].ratio",
            "remove it"),
        wrong(
            OBSERVED.replace("steps:", "objectives: [{observer: ^a, below: 1}]"),
            "observer",
            "into a measure step"),
        wrong(STEPS + "  - wait: ^reach\n", "steps[1].wait", "'reached'?"),
        wrong(STEPS + "  - {wait: 5s, ^ratio: 1}\n", "steps[1].ratio", "remove"),
        wrong(STEPS + "  - {rate: 5, workload: ^receivers}\n", "steps[1].workload", "senders"),
        wrong(STEPS + "  - {mark: x, target: ^b}\n", "steps[1].target", "under 'targets:'"),
        wrong(STEPS + "  - ^admin: start\n", "steps[1].at", "add 'at: ...'"),
        wrong(STEPS + "  - threads: ^+x\n", "steps[1].threads", "whole number"),
        wrong(STEPS + "  - {for-each: ^{a: []}, do: [pause]}\n", "for-each", "[2KiB, 20KiB]"),
        wrong(STEPS + "  - ^repeat: 3\n", "steps[1].do", "add 'do: ...'"),
        wrong(STEPS + "  - ^{find-max: m}\n", "steps[1].from", "add 'from"),
        wrong(
            STEPS + "  - {find-max: m, from: 5, to: ^1, objectives: [lost == 0]}\n",
            "steps[1].to",
            "at least"));
  }

  /** What is wrong begins at a mark (^) in the text. */
  private static Arguments wrong(String text, String key, String remedy) {
    return Arguments.of(text, key, remedy);
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void isShownWithPlaceKeyAndRemedy(String text, String key, String remedy) throws IOException {
    List<String> before = List.of(text.substring(0, text.indexOf('^')).split("\n", -1));
    int column = before.get(before.size() - 1).length() + 1;
    Execution execution =
        Execution.ofPlan(folder, text.replace("^", ""), "--dry-run").ended(ExitCode.USAGE);
    assertThat(execution.err().lines()).hasSize(1);
    assertThat(execution.complaint())
        .startsWith(
            "sluice: %s:%d:%d: ".formatted(folder.resolve("plan.yaml"), before.size(), column))
        .contains(key)
        .contains(remedy);
    assertThat(execution.out()).isEmpty();
  }

  @Test
  void aWrongSettingIsShownAsOne() throws IOException {
    Execution execution =
        Execution.ofPlan(folder, SENDERS, "--dry-run", "--set", "workloads.senders.rate=x");
    execution.ended(ExitCode.USAGE);
    assertThat(execution.complaint())
        .startsWith("sluice: --set workloads.senders.rate=x: workloads.senders.rate: ")
        .contains("'x' is not a number");
  }

  private static final String TABLE =
      "providers: {qm: {type: ibmmq, ccdt: no.json, qmgr: \"*G\"}}\n";

  @Test
  void aDryRunMissesAChannelTable() throws IOException {
    Execution execution =
        Execution.ofPlan(folder, TABLE + SENDERS, "--dry-run").ended(ExitCode.USAGE);
    assertThat(execution.complaint()).contains("provider qm", "no.json");
    assertThat(execution.out()).contains("would run plan");
  }

  @Test
  void aDryRunOnlyNotesAChannelTableThatAProcessMayWrite() throws IOException {
    String mayWrite = TABLE + SENDERS + "processes: {sim: {command: sim}}\n";
    Execution execution = Execution.ofPlan(folder, mayWrite, "--dry-run").ended(ExitCode.OK);
    assertThat(execution.out()).contains("missing      provider qm: ", "no.json");
  }

  @Test
  void aDryRunShowsHowOftenAnExporterIsRead() throws IOException {
    String pages =
        SENDERS
            + "observers: {a: {prometheus: http://h/m, metrics: [x]},"
            + " b: {prometheus: http://h/m, metrics: [x], every: 2s}}\n";
    assertThat(Execution.ofPlan(folder, pages, "--dry-run").ended(ExitCode.OK).out())
        .containsSubsequence("observer     a every 10s", "observer     b every 2s");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    Execution execution =
        Execution.of("run", folder.resolve("none.yaml").toString()).ended(ExitCode.USAGE);
    assertThat(execution.complaint()).contains("none.yaml", "it does not exist");
  }

  @Test
  void aFolderInPlaceOfAFileIsSaidToBeOne() {
    for (String line : List.of("run", "import omb")) {
      String[] words = (line + " " + folder).split(" ");
      assertThat(Execution.of(words).ended(ExitCode.USAGE).complaint())
          .contains(folder + ": it cannot be read: Is a directory; name a file");
    }
  }
}
