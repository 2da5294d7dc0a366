package dev.sluice.control.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.command.CommandRunner.StatisticsLine;
import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.core.pacing.RateCurve;
import dev.sluice.core.pacing.RateCurve.LinearRamp;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.Change;
import dev.sluice.core.run.RateChange;
import dev.sluice.core.run.RunControlException;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.run.TargetState;
import dev.sluice.core.stats.Connections;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CommandRunnerTest {

  private static final long MILLI_NANOS = 1_000_000;

  private final Locale locale = Locale.getDefault();
  private final FakeRunControl control = new FakeRunControl();

  @BeforeEach
  void decimalsMustNotDependOnTheLocale() {
    Locale.setDefault(Locale.GERMANY);
  }

  @AfterEach
  void restoreLocale() {
    Locale.setDefault(locale);
  }

  @Test
  void aRateChangeAnswersTheEffectiveValue() throws Exception {
    assertThat(handle("rate 116"))
        .containsExactly("OK senders 116.00/s per worker, 20880.00/s in total, 180 workers");
    assertThat(control.calls).containsExactly("changeRate  ToPerWorker[perSecond=116.0] PT0S");
  }

  @Test
  void whatIsUndoneIsSaidAsItWasGiven() throws Exception {
    TargetState before = control.workloads.get(0).target();
    control.undoable =
        Optional.of(
            new Change(
                new Change.OfRate(new RateChange.ToTotal(2700), Duration.ofMinutes(4)),
                Map.of("senders", before)));
    assertThat(handle("undo"))
        .containsExactly(
            "OK undone: total senders 2700 over 4m; senders 116.00/s per worker, 20880.00/s in"
                + " total, 180 workers");
    assertThat(control.calls).containsExactly("undo ");
    assertThat(Undo.next(control.status()).toString())
        .isEqualTo(
            "{\"text\":\"total senders 2700 over 4m\",\"effect\":\"back to 20,880/s at once\","
                + "\"workload\":\"senders\",\"perSecond\":20880}");
    control.refusal = Optional.of(new RunControlException("no change is left to undo"));
    assertThat(handle("undo senders")).containsExactly("ERR refused no change is left to undo");
  }

  @Test
  void theEffectOfAnUndoIsSaidBefore() {
    assertThat(effect(new Change.OfPause(true), 5, false)).isEqualTo("goes on at 900/s");
    assertThat(effect(new Change.OfPause(false), 5, true)).isEqualTo("pauses again");
    assertThat(effect(new Change.OfWorkers(3), 5, false)).isEqualTo("ends 3 workers");
    assertThat(effect(new Change.OfWorkers(-1), 5, false)).isEqualTo("starts 1 worker");
    assertThat(effect(new Change.OfRate(new RateChange.ToTotal(1), Duration.ZERO), 0, false))
        .isEqualTo("back to as fast as possible at once");
  }

  /** Of 180 workers that had this rate before. */
  private String effect(Change.Adjustment adjustment, double perSecond, boolean paused) {
    TargetState before = new TargetState(false, RateCurve.constant(perSecond), 180, paused, 0);
    control.workloads = List.of(FakeRunControl.workload("senders", 5, 180));
    control.undoable = Optional.of(new Change(adjustment, Map.of("senders", before)));
    return Undo.next(control.status()).members().get("effect").toString();
  }

  @Test
  void severalWorkloadsAreAnsweredInOneLine() throws Exception {
    control.workloads =
        List.of(
            FakeRunControl.workload("senders", 0.005, 1),
            FakeRunControl.workload("receivers", 0, 2));
    assertThat(handle("rate 0.005 over 1.5s"))
        .containsExactly(
            "OK senders 0.005000/s per worker, 0.005000/s in total, 1 worker;"
                + " receivers unlimited, 2 workers");
  }

  @Test
  void endingTheLastWorkerAnnouncesTheEndOfTheRun() throws Exception {
    control.workloads = List.of(FakeRunControl.workload("senders", 5, 0));
    assertThat(handle("threads -180"))
        .containsExactly(
            "OK senders 5.00/s per worker, 0.00/s in total, no workers left; the run "
                + "ends unless other workloads have workers");
  }

  @Test
  void pauseShowsWhatIsKept() throws Exception {
    control.workloads =
        List.of(
            new WorkloadStatus(
                "senders",
                new TargetState(false, RateCurve.constant(116), 180, true, 0),
                180,
                180,
                Counts.of(Map.of(Counter.ITERATIONS, 5L)),
                Connections.NONE,
                Map.of(),
                Optional.empty()));
    assertThat(handle("pause"))
        .containsExactly(
            "OK senders paused (116.00/s per worker, 20880.00/s in total), 180 workers");
  }

  @Test
  void commandsReachTheRunControl() throws Exception {
    for (String line :
        List.of(
            "total senders 20700",
            "pause senders",
            "resume",
            "threads +2",
            "threads senders -3",
            "mark half time",
            "stop",
            "ALTER -rt 5",
            "START",
            "END -nt 4",
            "END")) {
      assertThat(handle(line)).last().asString().doesNotContain("ERR", "FAIL");
    }
    assertThat(control.calls)
        .containsExactly(
            "changeRate senders ToTotal[perSecond=20700.0] PT0S",
            "pause senders",
            "resume ",
            "addWorkers  2",
            "endWorkers senders 3",
            "mark half time",
            "stop",
            "changeRate  ToPerWorker[perSecond=5.0] PT0S",
            "addWorkers  1",
            "endWorkers  4",
            "stop");
  }

  @Test
  void statusShowsRampsAndErrors() throws Exception {
    control.id = "P1";
    control.workloads =
        List.of(
            new WorkloadStatus(
                "senders",
                new TargetState(true, new LinearRamp(200, 300, 8), 4, false, 0),
                3,
                4,
                Counts.of(
                    Map.of(
                        Counter.ITERATIONS,
                        1_234L,
                        Counter.IN_DOUBT,
                        5L,
                        Counter.ROLLED_BACK,
                        6L,
                        Counter.SKEWED,
                        8L)),
                new Connections(new TreeMap<>(Map.of("QM2", 1, "QM1", 2)), 7),
                Map.of("a", 1L, "b", 2L),
                Optional.of(
                    DeliveryCounts.of(
                        Map.of(
                            DeliveryFigure.CHECKED,
                            99L,
                            DeliveryFigure.LOST,
                            9L,
                            DeliveryFigure.CORRUPT,
                            11L)))));
    assertThat(handle("status"))
        .containsExactly(
            "senders 50.00/s per worker, 200.00/s in total, ramp to 75.00/s per worker, 300.00/s in"
                + " total in 8 s, 3 of 4 workers up (QM1 2, QM2 1), 1234 iterations, 3 errors, 7"
                + " reconnects, 5 in doubt, 6 rolled back, 8 skewed, 9 lost, 11 corrupt",
            "OK run P1 running, 12.3 s since the schedule started");
  }

  @Test
  void statusAsJson() throws Exception {
    List<String> reply = handle("status json");
    assertThat(reply).hasSize(2).last().isEqualTo("OK");
    JSONObject json = new JSONObject(reply.get(0));
    assertThat(json.getString("phase")).isEqualTo("running");
    assertThat(json.getDouble("sinceStartSeconds")).isEqualTo(12.3);
    JSONObject workload = json.getJSONArray("workloads").getJSONObject(0);
    assertThat(workload.getString("name")).isEqualTo("senders");
    assertThat(workload.getDouble("targetPerSecond")).isEqualTo(20_880);
    assertThat(workload.getInt("workersUp")).isEqualTo(180);
  }

  @Test
  void statsNeedAnInterval() throws Exception {
    assertThat(handle("stats")).containsExactly("ERR refused no interval has ended yet");
    assertThat(handle("REPORT -stats"))
        .containsExactly(",FAIL: REPORT -stats (no interval has ended yet)");
  }

  @Test
  void statsOfTheLastInterval() throws Exception {
    control.latest = Optional.of(Snapshots.of("", 4, 2 * MILLI_NANOS, 2 * MILLI_NANOS));
    List<String> reply = handle("stats");
    assertThat(reply).hasSize(2).last().isEqualTo("OK interval of 1 s");
    assertThat(reply.get(0))
        .matches(
            "senders interval=4 achieved=2\\.00 target=6\\.00 up=2/3 p50=2\\.\\d{3}ms"
                + " p99=2\\.\\d{3}ms max=2\\.\\d{3}ms dropped=2 errors=1"
                + " in-doubt=4 rolled-back=5 skewed=7 lost=2 duplicates=3 corrupt=5"
                + " out-of-order=4 redelivered=6");
  }

  @Test
  void statsAsJson() throws Exception {
    control.latest = Optional.of(Snapshots.of("P1", 4, 2 * MILLI_NANOS, 4 * MILLI_NANOS));
    List<String> reply = handle("stats json");
    assertThat(reply).hasSize(2).last().isEqualTo("OK");
    JSONObject json = new JSONObject(reply.get(0));
    assertThat(json.getString("id")).isEqualTo("P1");
    assertThat(json.getLong("interval")).isEqualTo(4);
    JSONArray workloads = json.getJSONArray("workloads");
    JSONObject workload = workloads.getJSONObject(0);
    assertThat(workload.getDouble("achievedPerSecond")).isEqualTo(2);
    assertThat(workload.getLong("inDoubt")).isEqualTo(4);
    assertThat(workload.getLong("rolledBack")).isEqualTo(5);
    assertThat(workload.getLong("totalReconnects")).isEqualTo(6);
    assertThat(workload.getJSONObject("connectionsByPeer").getInt("QM1")).isEqualTo(2);
    assertThat(workload.getJSONObject("latencyMillis").getDouble("max")).isBetween(3.9, 4.1);
    assertThat(workload.getLong("skewed")).isEqualTo(7);
    assertThat(workload.getJSONObject("partsMillis").keySet()).containsExactly("round-trip");
    assertThat(workload.getJSONObject("partsMillis").getJSONObject("round-trip").getDouble("p50"))
        .isBetween(1.9, 2.1);
    JSONObject delivery = workload.getJSONObject("delivery");
    assertThat(delivery.getLong("checked")).isEqualTo(10);
    assertThat(delivery.getLong("unchecked")).isEqualTo(1);
    assertThat(delivery.getLong("lost")).isEqualTo(2);
    assertThat(delivery.getLong("duplicates")).isEqualTo(3);
    assertThat(delivery.getLong("outOfOrder")).isEqualTo(4);
    assertThat(delivery.getLong("corrupt")).isEqualTo(5);
    assertThat(delivery.getLong("redelivered")).isEqualTo(6);
    assertThat(delivery.getBoolean("clean")).isFalse();
    assertThat(workload.getJSONObject("latenessMillis").keySet()).containsExactly("count");
    assertThat(workload.getJSONObject("totalErrorsByCause").getLong("2009 \"broken\""))
        .isEqualTo(4);
  }

  @Test
  void jmsPerfHarnessRepliesHaveItsWordsBehindTheId() throws Exception {
    assertThat(handle("ALTER -rt 116")).containsExactly(",SUCCESS: ALTER -rt 116");
    assertThat(handle("ALTER"))
        .containsExactly(",FAIL: ALTER (-rt is missing; usage: ALTER -rt N)");
    control.id = "P1";
    assertThat(handle("START -nt 2")).containsExactly("P1,SUCCESS: START -nt 2");
    control.latest = Optional.of(Snapshots.of("P1", 1, 5, 5, 5));
    assertThat(handle("REPORT -stats"))
        .containsExactly("P1,id=P1,rate=3.00,total messages=3,Snapshot period=1,threads=2");
    control.latest = Optional.of(Snapshots.of("", 1, 5, 5, 5));
    control.id = "";
    assertThat(handle("REPORT -stats"))
        .containsExactly(",rate=3.00,total messages=3,Snapshot period=1,threads=2");
    Snapshot one = Snapshots.of("", 1, 5, 5, 5);
    control.latest =
        Optional.of(
            new Snapshot(
                1, one.time(), 0, 2 * Snapshots.SECOND_NANOS, false, "", 0, one.workloads()));
    assertThat(handle("REPORT -stats"))
        .containsExactly(",rate=1.50,total messages=3,Snapshot period=2,threads=2");
  }

  @Test
  void refusalsAreOneLineWithTheReason() throws Exception {
    control.refusal = Optional.of(new RunControlException("no worker came up:\n\tMQRC 2538\r\n"));
    assertThat(handle("threads +1")).containsExactly("ERR refused no worker came up: MQRC 2538");
    assertThat(handle("START")).containsExactly(",FAIL: START (no worker came up: MQRC 2538)");
  }

  @Test
  void whatNobodyExpectedIsAnsweredToo() throws Exception {
    control.failure = Optional.of(new IllegalArgumentException("odd"));
    assertThat(handle("rate 1"))
        .containsExactly("ERR internal java.lang.IllegalArgumentException: odd");
    assertThat(handle("ALTER -rt 1"))
        .containsExactly(",FAIL: ALTER -rt 1 (java.lang.IllegalArgumentException: odd)");
  }

  @Test
  void helpListsEachCommandAndExplainsOne() throws Exception {
    List<String> all = handle("help");
    for (Syntax verb : Command.ALL) {
      assertThat(all).anyMatch(line -> line.startsWith(verb.usage() + " "));
    }
    assertThat(all).last().asString().startsWith("OK");
    assertThat(handle("help rate"))
        .startsWith("usage: rate [WORKLOAD] N | +N | -N | +N% | -N% [over 30s]")
        .contains("example: rate +115")
        .endsWith("OK");
  }

  @Test
  void examplesInHelpAreCommands() throws Exception {
    for (Syntax verb : Command.ALL) {
      List<String> examples =
          verb.help().stream()
              .filter(line -> line.startsWith("example: "))
              .map(line -> line.substring("example: ".length()))
              .toList();
      assertThat(examples).as(verb.word()).isNotEmpty();
      for (String example : examples) {
        assertThat(Command.parse(example)).isNotInstanceOf(OlderCommand.Wrong.class);
      }
    }
  }

  @Test
  void aLineIsAnsweredWhateverItIs() {
    assertThat(runner(false).answer("  ", "a test")).isEmpty();
    assertThat(runner(false).answer(" pause senders \t", "a test")).hasSize(1);
    assertThat(control.calls).containsExactly("pause senders");
    assertThat(runner(false).answer("puase", "a test"))
        .containsExactly("ERR unknown-command 'puase'; did you mean pause?");
    assertThat(runner(false).answer("pause a b", "a test"))
        .first()
        .asString()
        .startsWith("ERR bad-argument");
  }

  @Test
  void aRunOfAnOlderToolAnswersWordsItDoesNotKnowAsThatToolDoes() {
    assertThat(runner(true).answer("puase now", "a test"))
        .containsExactly("P1,WARNING: unsupported command: puase now");
    assertThat(runner(true).answer("pause a b", "a test"))
        .first()
        .asString()
        .startsWith("ERR bad-argument");
  }

  @Test
  void aLineHasItsMostBytes() {
    String longest = "mark " + "\u00e9".repeat((Command.MAX_LINE_BYTES - 5) / 2) + "e";
    assertThat(runner(false).answer(longest, "a test")).last().asString().startsWith("OK");
    assertThat(runner(false).answer(longest + "e", "a test"))
        .containsExactly(CommandRunner.tooLong())
        .allMatch(line -> line.contains("1024 bytes"));
  }

  @Test
  void whatMayChangeTheRunIsPutOnItsTimeLineAndWhatShowsItIsNot() throws Exception {
    Set<String> showing = Set.of("status", "stats", "watch", "help", "auth", "quit", "report");
    for (Syntax syntax : Command.ALL) {
      for (String example : syntax.examples()) {
        control.audited.clear();
        runner(false).answer(example, "a test");
        if (showing.contains(syntax.word())) {
          assertThat(control.audited).as(example).isEmpty();
        } else {
          String text = Command.parse(example).text();
          assertThat(control.audited).containsExactly("command from a test: " + text);
        }
      }
    }
    control.audited.clear();
    runner(false).answer("ALTER -rt many", "a test");
    assertThat(control.audited).as("it changes nothing").isEmpty();
  }

  @Test
  void aReplySaysWhetherItsCommandWasCarriedOut() throws Exception {
    List<String> lines = List.of("pause", "mark OK", "START", "ALTER -rt 5", "REPORT -stats");
    control.latest = Optional.of(Snapshots.of("P1", 1, 5));
    for (String line : lines) {
      assertThat(carriedOut(line)).as(line).isTrue();
    }
    assertThat(carriedOut("ALTER -rt many")).isFalse();
    assertThat(carriedOut("quit")).isFalse();
    control.refusal = Optional.of(new RunControlException("not now"));
    assertThat(carriedOut("pause")).isFalse();
    assertThat(carriedOut("START")).isFalse();
    control.refusal = Optional.empty();
    control.failure = Optional.of(new IllegalStateException("odd"));
    assertThat(carriedOut("pause")).isFalse();
    assertThat(carriedOut("START")).as("whatever went wrong").isFalse();
    assertThat(CommandRunner.carriedOut(new Command.Stop(), List.of())).isFalse();
    assertThat(CommandRunner.carriedOut(new Command.Stop(), List.of("OKAY"))).isFalse();
  }

  private boolean carriedOut(String line) throws BadCommandException {
    return CommandRunner.carriedOut(Command.parse(line), handle(line));
  }

  @Test
  void whatIsAboutAConnectionIsRefusedWithoutOne() throws Exception {
    for (String line : List.of("watch", "auth x", "quit")) {
      assertThat(handle(line))
          .containsExactly("ERR refused this command works only on the command socket");
    }
  }

  @Test
  void smallRatesShowTheirDigits() throws Exception {
    assertThat(status(0.1)).contains("senders 0.10/s per worker, 0.20/s in total");
    assertThat(status(0.099)).contains("0.099000/s per worker, 0.20/s in total");
    assertThat(status(0))
        .as("and what did not happen is not there")
        .isEqualTo("senders unlimited, 2 of 2 workers up, 1234 iterations, 0 errors");
  }

  /** Of two workers. */
  private String status(double perWorker) throws BadCommandException {
    control.workloads =
        List.of(
            new WorkloadStatus(
                "senders",
                new TargetState(false, RateCurve.constant(perWorker), 2, false, 0),
                2,
                2,
                Counts.of(Map.of(Counter.ITERATIONS, 1_234L)),
                Connections.NONE,
                Map.of(),
                Optional.empty()));
    return handle("status").get(0);
  }

  @Test
  void secretsAreMaskedInReplies() {
    control.refusal = Optional.of(new RunControlException("s3cret was refused"));
    CommandRunner masking =
        new CommandRunner(
            control, StatisticsLine.basic(control), "", line -> line.replace("s3cret", "***"));
    assertThat(masking.answer("pause", "a test")).containsExactly("ERR refused *** was refused");
    assertThat(masking.answer("pause s3cret now", "a test"))
        .noneMatch(line -> line.contains("s3cret"));
    masking.answer("pause s3cret", "a test");
    assertThat(control.audited).contains("command from a test: pause ***");
  }

  private CommandRunner runner(boolean ofOlderTool) {
    StatisticsLine statistics =
        new StatisticsLine() {
          @Override
          public boolean ofOlderTool() {
            return ofOlderTool;
          }

          @Override
          public Optional<String> latest() {
            return Optional.empty();
          }
        };
    return new CommandRunner(control, statistics, "P1,");
  }

  private List<String> handle(String line) throws BadCommandException {
    return new CommandRunner(control, StatisticsLine.basic(control), control.id + ",")
        .answer(Command.parse(line));
  }
}
