package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A wrong scenario: exit code 2, and one line with its place, its key and what would be right. */
class WrongScenariosTest {

  private static final String SENDERS = "workloads:\n  senders: {type: send, rate: 10}\n";
  private static final String STEPS = SENDERS + "steps:\n";
  private static final String OBSERVED = SENDERS + "observers: {a: {pid: 1}}\nsteps:\n";
  private static final String LISTENERS =
      "workloads:\n  a: {type: subscribe, listener: true}\nsteps:\n";

  @TempDir Path folder;

  static Stream<Arguments> mistakes() {
    return Stream.of(
        // the document
        wrong("empty", "", "1:1", "", "start the scenario with keys such as workloads"),
        wrong(
            "no keys",
            "just a word\n",
            "1:1",
            "",
            "start the scenario with keys such as workloads"),
        wrong("no YAML", "workloads: [a\nsteps: b]: c\n", "2:", "", "check indentation"),
        wrong("tab", "workloads:\n\tsenders: {}\n", "2:1", "", "check indentation"),
        wrong("unknown key", SENDERS + "step: []\n", "3:1", "step", "did you mean 'steps'?"),
        wrong("key twice", SENDERS + SENDERS, "3:1", "workloads", "remove one of the two"),
        wrong("contains itself", "workloads: &a\n  senders: *a\n", "", "", "remove the alias"),
        // workloads
        wrong("no workloads", "steps: []\n", "1:1", "workloads", "add 'workloads: ...'"),
        wrong("none in it", "workloads: {}\n", "1:12", "workloads", "add one"),
        wrong("list", "workloads: [send]\n", "1:12", "workloads", "write 'key: value' lines"),
        wrong("no type", "workloads:\n  a: {rate: 1}\n", "2:6", "a.type", "add 'type: ...'"),
        wrong("no such type", "workloads:\n  a: {type: sent}\n", "2:13", "a.type", "'send'?"),
        wrong(
            "no such option",
            "workloads:\n  a:\n    type: send\n    thread: 4\n",
            "4:5",
            "workloads.a.thread",
            "did you mean 'threads'?"),
        wrong(
            "bad value of an option",
            "workloads:\n  a:\n    type: send\n    threads: 0\n",
            "4:14",
            "workloads.a.threads",
            "is not a whole number from 1 to"),
        wrong(
            "no size",
            "workloads:\n  a: {type: send, size: 2KBytes}\n",
            "2:25",
            "workloads.a.size",
            "2KiB"),
        wrong("no time", "workloads:\n  a: {type: send, ramp: soon}\n", "2:25", "a.ramp", "30s"),
        wrong(
            "flag with a number",
            "workloads:\n  a: {type: send, transacted: 1}\n",
            "2:31",
            "a.transacted",
            "write true or false"),
        wrong(
            "two that cannot be used together",
            "workloads:\n  a: {type: send, rate: 1, total-rate: 2}\n",
            "2:",
            "workloads.a",
            "mutually exclusive"),
        wrong(
            "no such provider",
            "workloads:\n  a: {type: send, provider: main}\n",
            "2:29",
            "a.provider",
            "use one of embedded"),
        wrong("group as value", "workloads:\n  a: {type: {b: c}}\n", "2:13", "a.type", "one line"),
        wrong("name", "workloads:\n  a b: {type: send}\n", "2:8", "a b", "use letters"),
        // providers
        wrong(
            "type of a provider",
            "providers:\n  main: {type: ibm}\n" + SENDERS,
            "2:16",
            "providers.main.type",
            "did you mean 'ibmmq'?"),
        wrong(
            "option of a provider",
            "providers:\n  main: {type: artemis, urls: x}\n" + SENDERS,
            "2:25",
            "main.urls",
            "did you mean 'url'?"),
        wrong(
            "port",
            "providers:\n  main: {type: ibmmq, port: 70000}\n" + SENDERS,
            "2:29",
            "main.port",
            "0 to 65535"),
        // run
        wrong("run", SENDERS + "run: {intervals: 1s}\n", "3:7", "run.intervals", "'interval'?"),
        wrong("interval", SENDERS + "run: {interval: 0}\n", "3:17", "run.interval", "above 0"),
        wrong("dry-run", SENDERS + "run: {dry-run: true}\n", "3:7", "run.dry-run", "unknown key"),
        wrong("until", SENDERS + "run: {until: p99 5%}\n", "3:14", "run.until", "'p99 +/- 5%'"),
        wrong("whose", SENDERS + "run: {until: {b: p99 +/- 5%}}\n", "3:14", "until", "name one of"),
        wrong(
            "until and duration",
            SENDERS + "run: {until: p99 +/- 5%, duration: 1m}\n",
            "3:",
            "run",
            "cannot be used together"),
        wrong(
            "until with steps",
            SENDERS + "run: {until: p99 +/- 5%}\nsteps: [{wait: 1s}]\n",
            "3:14",
            "run.until",
            "in a measure step"),
        wrong(
            "a time until",
            SENDERS + "steps: [{measure: a, until: p99 +/- 5%, for: 1m}]\n",
            "3:",
            "for",
            "until its figures are known"),
        wrong(
            "at most of nothing",
            SENDERS + "steps: [{measure: a, at-most: 1m}]\n",
            "3:",
            "at-most",
            "no 'until'"),
        wrong(
            "votes of one window",
            SENDERS
                + "steps: [{find-max: a, from: 1, at-most: 1m, votes: 2, objectives: [p99 < 1s]}]\n",
            "3:",
            "votes",
            "objectives are certain"),
        // variables
        wrong(
            "no such variable",
            "workloads:\n  a: {type: send, queue: \"${NO_SUCH_THING}\"}\n",
            "2:26",
            "a.queue",
            "${NO_SUCH_THING:-default}"),
        wrong(
            "no variable",
            "workloads:\n  a: {type: send, queue: \"${1}\"}\n",
            "2:26",
            "a.queue",
            "$$ for a dollar"),
        // objectives
        wrong("metric", SENDERS + "objectives: [p98 < 1ms]\n", "3:14", "objectives[1]", "'p9"),
        wrong("form", SENDERS + "objectives: [fast]\n", "3:14", "objectives[1]", "p99 < 20ms"),
        wrong("unit", SENDERS + "objectives: [p99 < 20]\n", "3:14", "objectives[1]", "20ms or 20s"),
        wrong("limit", SENDERS + "objectives: [p99 < x]\n", "3:14", "objectives[1]", "500ms"),
        wrong(
            "whose", SENDERS + "objectives: [sender: p99 < 1s]\n", "3:14", "sender", "'senders'?"),
        // what is around
        wrong("at", SENDERS + "targets: {a: {at: x}}\n", "3:19", "targets.a.at", "HOST:PORT"),
        wrong("no command", SENDERS + "processes: {a: {}}\n", "3:16", "a.command", "add 'command"),
        wrong(
            "observed process",
            SENDERS + "observers: {a: {process: b}}\n",
            "3:26",
            "a.process",
            "define it first"),
        wrong(
            "part of nothing known",
            SENDERS + "observers: {a: {pid: 1, part-of: b}, b: {host: local}}\n",
            "3:34",
            "a.part-of",
            "define it first"),
        wrong(
            "a depth is part of no CPU time",
            SENDERS + "observers: {b: {host: local}, a: {queue: Q, part-of: b}}\n",
            "3:54",
            "a.part-of",
            "remove it"),
        wrong("observes nothing", SENDERS + "observers: {a: {}}\n", "3:16", "a", "add one of"),
        // steps
        wrong("no such step", STEPS + "  - rates: 5\n", "4:5", "steps[1].rates", "'rate'?"),
        wrong("two steps", STEPS + "  - {rate: 5, pause: all}\n", "4:5", "steps[1]", "'- '"),
        wrong("key", STEPS + "  - {rate: 5, ovr: 3s}\n", "4:15", "steps[1].ovr", "'over'?"),
        wrong("rate", STEPS + "  - rate: fast\n", "4:11", "steps[1].rate", "115, +115"),
        wrong(
            "rate of a listener", LISTENERS + "  - rate: 5\n", "4:11", "steps[1].rate", "listener"),
        wrong(
            "rate of a listener by name",
            LISTENERS + "  - {total: 5, workload: a}\n",
            "4:26",
            "steps[1].workload",
            "no rate"),
        wrong(
            "rate of a listener in a loop",
            """
            workloads:
              a: {type: receive, listener: "${brought:-false}"}
            steps:
              - for-each: {brought: [false, true]}
                do:
                  - rate: 5
            """,
            "6:15",
            "do[1].rate",
            "no rate"),
        wrong(
            "search with a listener",
            LISTENERS + "  - {find-max: m, from: 5, objectives: [lost == 0]}\n",
            "4:16",
            "steps[1].find-max",
            "no rate"),
        wrong("ramp", STEPS + "  - ramp: 100\n", "4:5", "steps[1].over", "add 'over"),
        wrong("no ramp", STEPS + "  - {rate: 5, wait: false}\n", "4:21", "steps[1].wait", "over"),
        wrong(
            "ramp waits",
            STEPS + "  - {ramp: 5, over: 1s, wait: 1}\n",
            "4:31",
            "steps[1].wait",
            "true or false"),
        wrong(
            "last steps",
            SENDERS + "finally: [{exec: heal}, {rate: 5}]\n",
            "3:32",
            "finally[2].rate",
            "move it to the steps"),
        wrong(
            "no labels",
            STEPS + "  - {delete-pod: qm1-0}\n",
            "4:18",
            "steps[1].delete-pod",
            "write LABEL=VALUE"),
        wrong(
            "no name of a namespace",
            STEPS + "  - {delete-pod: a=b, namespace: ../mq}\n",
            "4:34",
            "steps[1].namespace",
            "letters, digits and -"),
        wrong(
            "half a second",
            STEPS + "  - {delete-pod: a=b, grace: 500ms}\n",
            "4:30",
            "steps[1].grace",
            "whole seconds"),
        wrong("host", SENDERS + "observers: {a: {host: -v}}\n", "3:23", "a.host", "user@mqhost1"),
        wrong(
            "which card",
            SENDERS + "observers: {a: {host: local, reads: network-sent}}\n",
            "3:16",
            "a.device",
            "write the name of a network card or disk"),
        wrong(
            "name of a column that is there",
            SENDERS + "observers: {total: {host: local}}\n",
            "3:20",
            "observers.total",
            "choose another name for the observer, such as 'total-cpu'"),
        wrong(
            "a device of what",
            SENDERS + "observers: {a: {host: local, device: eth0}}\n",
            "3:38",
            "a.device",
            "add 'reads: network-sent'"),
        wrong(
            "reads what",
            SENDERS + "observers: {a: {host: local, reads: network-out, device: eth0}}\n",
            "3:37",
            "a.reads",
            "network-received, network-sent"),
        wrong(
            "rate of a rate",
            SENDERS + "observers: {a: {command: x, per: second, reads: value}}\n",
            "3:49",
            "a.reads",
            "remove it"),
        wrong("observer", STEPS + "  - wait: {observer: a, below: 1}\n", "4:22", "observer", ""),
        wrong(
            "two limits",
            OBSERVED + "  - wait: {observer: a, below: 1, above: 3}\n",
            "5:11",
            "steps[1].wait",
            "add one of"),
        wrong(
            "share of what is no host",
            OBSERVED + "  - wait: {observer: a, below: 1%}\n",
            "5:32",
            "wait.below",
            "write a number of processors"),
        wrong(
            "ratio of what is observed",
            OBSERVED + "  - {wait: {observer: a, below: 1}, ratio: 1}\n",
            "5:37",
            "steps[1].ratio",
            "remove it"),
        wrong(
            "whole run",
            OBSERVED.replace("steps:", "objectives: [{observer: a, below: 1}]"),
            "4:25",
            "observer",
            "into a measure step"),
        wrong("condition", STEPS + "  - wait: reach\n", "4:11", "steps[1].wait", "'reached'?"),
        wrong("too much", STEPS + "  - {wait: 5s, ratio: 1}\n", "4:16", "steps[1].ratio", "remove"),
        wrong(
            "whom",
            STEPS + "  - {rate: 5, workload: receivers}\n",
            "4:25",
            "steps[1].workload",
            "senders"),
        wrong(
            "target",
            STEPS + "  - {mark: x, target: b}\n",
            "4:23",
            "steps[1].target",
            "under 'targets:'"),
        wrong("admin", STEPS + "  - admin: start\n", "4:5", "steps[1].at", "add 'at: ...'"),
        wrong("threads", STEPS + "  - threads: +x\n", "4:14", "steps[1].threads", "whole number"),
        wrong(
            "loop",
            STEPS + "  - {for-each: {a: []}, do: [pause]}\n",
            "4:16",
            "for-each",
            "[2KiB, 20KiB]"),
        wrong("body", STEPS + "  - repeat: 3\n", "4:5", "steps[1].do", "add 'do: ...'"),
        wrong("search", STEPS + "  - {find-max: m}\n", "4:5", "steps[1].from", "add 'from"),
        wrong(
            "search bounds",
            STEPS + "  - {find-max: m, from: 5, to: 1, objectives: [lost == 0]}\n",
            "4:32",
            "steps[1].to",
            "at least"));
  }

  private static Arguments wrong(
      String name, String text, String place, String key, String remedy) {
    return Arguments.of(name, text, place, key, remedy);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mistakes")
  void isShownWithPlaceKeyAndRemedy(
      String name, String text, String place, String key, String remedy) throws IOException {
    Path file = Files.writeString(folder.resolve("plan.yaml"), text);
    Execution execution = Execution.of("run", file.toString(), "--dry-run");
    assertThat(execution.exitCode()).as(execution.err()).isEqualTo(ExitCode.USAGE);
    assertThat(execution.err().lines()).hasSize(1);
    assertThat(execution.complaint())
        .startsWith("sluice: " + file + ":" + place)
        .contains(key)
        .contains(remedy);
    assertThat(execution.out()).isEmpty();
  }

  @Test
  void aWrongSettingIsShownAsOne() throws IOException {
    Path file = Files.writeString(folder.resolve("plan.yaml"), SENDERS);
    Execution execution =
        Execution.of("run", file.toString(), "--dry-run", "--set", "workloads.senders.rate=x");
    assertThat(execution.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(execution.complaint())
        .startsWith("sluice: --set workloads.senders.rate=x: workloads.senders.rate: ")
        .contains("'x' is not a number");
  }

  private static final String TABLE =
      "providers: {qm: {type: ibmmq, ccdt: no.json, qmgr: \"*G\"}}\n";

  @Test
  void aDryRunMissesAChannelTable() throws IOException {
    Path file = Files.writeString(folder.resolve("plan.yaml"), TABLE + SENDERS);
    Execution execution = Execution.of("run", file.toString(), "--dry-run");
    assertThat(execution.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(execution.complaint()).contains("provider qm", "no.json");
    assertThat(execution.out()).contains("would run plan");
  }

  @Test
  void aDryRunOnlyNotesAChannelTableThatAProcessMayWrite() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("plan.yaml"), TABLE + SENDERS + "processes: {sim: {command: sim}}\n");
    Execution execution = Execution.of("run", file.toString(), "--dry-run");
    assertThat(execution.exitCode()).as(execution.err()).isZero();
    assertThat(execution.out()).contains("missing      provider qm: ", "no.json");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    Execution execution = Execution.of("run", folder.resolve("none.yaml").toString());
    assertThat(execution.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(execution.complaint()).contains("none.yaml", "it does not exist");
  }
}
