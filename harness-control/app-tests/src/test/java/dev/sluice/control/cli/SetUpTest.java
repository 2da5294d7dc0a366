package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Steps while there are no workloads: before the first run, and between those of a loop. */
class SetUpTest {

  private static final String ABSENT = ".*(does not exist|no such file|NoSuchFile)";

  @TempDir Path folder;

  private Execution play(String text, String... more) throws IOException {
    return Execution.ofPlan(
        folder, text, Stream.concat(Stream.of("--detail"), Stream.of(more)).toArray(String[]::new));
  }

  /** Of which none is sent while the queue is filled, nor received. */
  @Test
  void aQueueIsFilledToTheMessageBeforeTheWorkloadsStart() throws IOException {
    Execution execution =
        play(
            """
            workloads:
              receivers: {type: receive, queue: REQUEST, threads: 2, receive-timeout: 100ms}
            observers: {depth: {queue: REQUEST}}
            run: {interval: 200ms}
            set-up:
              - fill: {queue: REQUEST, messages: 250, size: 1KiB}
            steps:
              - wait: drained
              - pause: receivers
              - fill: {queue: REQUEST, messages: 40, transacted: true, commit-every: 7}
              - wait: {observer: depth, at-least: 38} # each receiver may wait for one already
            objectives: [errors == 0]
            """);
    execution.ended(ExitCode.OK);
    assertThat(execution.out()).contains("fill REQUEST with 40 messages by embedded");
    int received =
        execution
            .out()
            .lines()
            .filter(line -> line.contains("messages ") && line.contains(" in all"))
            .mapToInt(line -> Integer.parseInt(line.replaceFirst(".*, (\\d+) in all.*", "$1")))
            .sum();
    assertThat(received).isBetween(250, 252);
  }

  @Test
  void eachRoundOfALoopIsSetUpBeforeItsOwnRun() throws IOException {
    Path out = folder.resolve("out");
    Execution execution =
        play(
            """
            providers: {none: {type: "null"}}
            workloads: {senders: {type: send, rate: 50}}
            run: {interval: 100ms}
            steps:
              - for-each: {cores: [1, 2]}
                set-up:
                  - exec: echo ${cores} >> FOLDER/applied
                do:
                  - exec: test $(tail -1 FOLDER/applied) = ${cores}
                  - measure: ${cores} cores
                    for: 200ms
            """,
            "--set",
            "run.out=" + out);
    execution.ended(ExitCode.OK);
    assertThat(Files.readAllLines(folder.resolve("applied"))).isEqualTo(List.of("1", "2"));
    assertThat(out.resolve("run-1")).isDirectory();
    assertThat(out.resolve("run-2")).isDirectory();
    assertThat(out.resolve("run-3")).doesNotExist(); // no run without steps before the first
    assertThat(Files.readAllLines(out.resolve("steps.csv"))).hasSize(3);
  }

  /** One that did not recover cannot meet an objective by the recovery of another. */
  @Test
  void eachRunIsJudgedByItsOwnRecovery() throws IOException {
    Execution execution =
        play(
            """
            providers: {none: {type: "null"}}
            workloads: {senders: {type: send, rate: 50}}
            run: {interval: 100ms}
            objectives: [{senders: recovery < 10m}]
            steps:
              - for-each: {intervals: [1, 1000]}
                set-up:
                  - exec: "true"
                do:
                  - exec: "true"
                  - wait: recovered
                    workload: senders
                    ratio: 0.01
                    intervals: ${intervals}
                    within: 1s
                    or-go-on: true
            """);
    execution.ended(4);
    assertThat(execution.out())
        .contains("PASS run 1: senders recovery < 10m", "FAIL run 2: senders recovery < 10m");
  }

  @Test
  void ifItFailsNothingStartsButFinallyRuns() throws IOException {
    Execution execution =
        play(
            """
            providers: {none: {type: "null"}}
            workloads: {senders: {type: send, rate: 50}}
            set-up: [{exec: exit 3}, {exec: touch FOLDER/never}]
            steps: [{exec: touch FOLDER/never}]
            finally: [{exec: touch FOLDER/undone}]
            """);
    execution.ended(ExitCode.FAILED_RUN);
    assertThat(execution.err()).contains("set-up: step 1 of 2 (exec exit 3)");
    assertThat(folder.resolve("never")).doesNotExist();
    assertThat(folder.resolve("undone")).exists();
  }

  /** Of each kind of file that providers and workloads read. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ccdt: FILE, qmgr: QM1                              | type: send
          cipher: ANY_TLS12, key-store: FILE                 | type: send
          cipher: ANY_TLS12, trust-store: FILE               | type: send
          cipher: ANY, key-store: X, key-store-password-file: FILE | type: send
          user: app, password-file: FILE                     | type: send
          port: 1                                            | type: send, body: FILE
          port: 1                                            | type: send, template: FILE
          port: 1                                            | type: send, message-properties: FILE
          port: 1                                            | type: send, profile: FILE
          """)
  void whatItWritesIsLookedForAfterIt(String provider, String workload) throws IOException {
    Path file = folder.resolve("file");
    String plan =
        """
        providers: {mq: {type: ibmmq, PROVIDER}}
        workloads: {senders: {WORKLOAD}}
        run: {duration: 200ms}
        set-up: [{exec: echo rate > FILE}]
        finally: [{exec: mv FILE FILE.undone}]
        """
            .replace("PROVIDER", provider)
            .replace("WORKLOAD", workload)
            .replace("FILE", file.toString());
    Execution dry = play(plan, "--dry-run");
    assertThat(dry.exitCode()).as(dry.err()).isZero();
    assertThat(dry.out().contains("cannot be read; looked for after the set-up"))
        .isEqualTo(provider.contains("ccdt")); // the one that a dry run reads
    Execution execution = play(plan);
    assertThat(execution.out()).contains(file + "", "it is looked for again after the set-up");
    assertThat(execution.err()).hasLineCount(1).doesNotContainPattern(file + ABSENT);
    assertThat(folder.resolve("file.undone")).exists();
    Execution never = play(plan.replace("echo rate >", "test ! -e"));
    assertThat(never.exitCode()).as(never.err()).isEqualTo(ExitCode.USAGE);
    assertThat(never.err()).hasLineCount(1).containsPattern(file + ABSENT);
  }

  @Test
  void aFillThatCannotBeIsShownWhereItStands() throws IOException {
    assertThat(play("workloads: {s: {type: send}}\nset-up: [{fill: {messages: 3}}]\n").err())
        .contains("fill.queue: the key is missing");
    assertThat(
            play("workloads: {s: {type: send}}\nset-up: [{fill: {queue: Q, messages: 0}}]\n").err())
        .contains("fill.messages");
    assertThat(
            play("workloads: {s: {type: send}}\nset-up: [{fill: {queue: Q, messages: 3, rate: 4}}]\n")
                .err())
        .contains("unknown key");
  }

  /** The page's example, with a provider that does nothing and shorter times. */
  @Test
  void theSweepOfThePageRunsAndWithoutItsVarsTheMessageSaysWhatIsMissing() throws IOException {
    String page = Files.readString(Path.of("../..", "docs", "scenarios.md"));
    int begin = page.indexOf("vars: {size: 2KiB}");
    String sweep =
        "providers: {none: {type: \"null\"}}\n"
            + page.substring(begin, page.indexOf("```", begin))
                .replace("out: results/sweep", "interval: 100ms")
                .replaceAll("for: .*", "for: 200ms")
                .replaceAll("settle: .*", "settle: 0s");
    Execution execution = Execution.ofPlan(folder, sweep).ended(ExitCode.OK);
    assertThat(execution.out()).contains("\n  200KiB ");
    assertThat(Execution.ofPlan(folder, sweep.replace("vars: {size: 2KiB}\n", "")).err())
        .contains("unknown variable size; add it to vars: (also if a loop sets it)");
  }
}
