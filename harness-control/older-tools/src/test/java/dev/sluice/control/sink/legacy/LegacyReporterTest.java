package dev.sluice.control.sink.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.sink.console.Terminal;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink.WorkerStep;
import dev.sluice.core.stats.WorkerReading;
import dev.sluice.core.stats.WorkerReading.ServiceTimes;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import dev.sluice.core.worker.Worker.WorkSource;
import dev.sluice.core.worker.WorkerThread.WorkerState;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The lines of the older tools, byte for byte. Service times are as exact as the cells of their
 * histogram, which is why the highest of 300 microseconds is 301.
 */
class LegacyReporterTest {

  private static final List<String> ABOUT = List.of("REQUEST", "2048", "true", "false", "true");

  private final StringWriter printed = new StringWriter();
  private Locale before;

  @TempDir Path folder;

  @BeforeEach
  void germanDecimals() {
    before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
  }

  @AfterEach
  void usualDecimals() {
    Locale.setDefault(before);
  }

  private LegacyReporter reporter(ReportFormat format, boolean everything, boolean intervals) {
    return reporter(format, everything, intervals, true, "Sender");
  }

  /** One without lines about what happens. */
  private LegacyReporter quiet(ReportFormat format) {
    return reporter(format, false, true, true, "");
  }

  private LegacyReporter reporter(
      ReportFormat format, boolean everything, boolean intervals, boolean summary, String workers) {
    ReportSettings settings =
        new ReportSettings(
            format,
            everything,
            Duration.ofSeconds(4),
            everything,
            everything,
            everything ? Optional.of(folder.resolve("all.txt")) : Optional.empty(),
            workers,
            everything,
            ABOUT,
            Duration.ofSeconds(1),
            intervals,
            summary);
    return new LegacyReporter(
        new Terminal(new PrintWriter(printed, true), false),
        settings,
        ZoneOffset.UTC,
        () -> 8_168_816);
  }

  private List<String> lines() {
    return printed.toString().lines().toList();
  }

  private void play(ReportFormat format, boolean everything) {
    LegacyReporter reporter = reporter(format, everything, true);
    reporter.interval(Figures.interval("X", 2, false, 200, 179));
    reporter.summary(Figures.summary(4, 600, 400));
  }

  /** Scripts compare it with the messages on the queue. */
  @ParameterizedTest
  @EnumSource(names = {"BASIC", "ROLLING", "CPH"})
  void theTotalIsThatOfAllMessagesPut(ReportFormat format) {
    LegacyReporter reporter = reporter(format, false, true);
    reporter.summary(Figures.summary(4, 600, 400, 3));
    assertThat(lines()).anyMatch(line -> line.startsWith("totalIterations=1003,"));
  }

  @Test
  void basicStats() {
    play(ReportFormat.BASIC, false);
    assertThat(lines())
        .containsExactly(
            "id=X,rate=189.50,total messages=379,Snapshot period=2,threads=2",
            "totalIterations=1000,avgDuration=4.00,totalRate=250.00",
            "ControlThread1: STOP");
  }

  @Test
  void basicStatsWithEverything() {
    play(ReportFormat.BASIC, true);
    assertThat(lines().get(0))
        .isEqualTo(
            "id=X,memory=8168816.00, (200\t179\t) rate=189.50,total messages=379,"
                + "Snapshot period=2,threads=2");
  }

  @Test
  void basicStatsWithoutAnId() {
    reporter(ReportFormat.BASIC, false, true)
        .interval(Figures.interval("", 1, false, 3_000_000_000L, 0));
    assertThat(lines())
        .containsExactly(
            "rate=3000000000.00,total messages=3000000000,Snapshot period=1,threads=2");
  }

  /** Workers that start one after the other, at rates of their own, and end when they like. */
  @ParameterizedTest
  @EnumSource(names = {"BASIC", "ROLLING", "FILE", "RESPONSE_TIME", "SEQUENCE"})
  void theLastLineHasTheRateOfEachWorkerOverItsOwnTime(ReportFormat format) {
    Random random = new Random(7);
    for (int line = 0; line < 30; line++) {
      double lengthSeconds = 5 + random.nextInt(60);
      List<WorkerReading> workers = new ArrayList<>();
      double sumOfRates = 0;
      double sumOfSeconds = 0;
      int count = 1 + random.nextInt(20);
      for (int number = 1; number <= count; number++) {
        double ownSeconds = 0.001 + random.nextDouble() * lengthSeconds;
        int messages = random.nextInt(5_000);
        sumOfRates += messages / ownSeconds;
        sumOfSeconds += ownSeconds;
        workers.add(
            new WorkerReading(
                "w-" + number,
                messages,
                messages,
                Math.round(ownSeconds * Figures.SECOND),
                ServiceTimes.NONE));
      }
      reporter(format, false, true).summary(Figures.summary(lengthSeconds, workers));

      String end = String.join("\n", lines());
      printed.getBuffer().setLength(0);
      assertThat(figure(end, "avgDuration=", "AvgDuration,", "OVERALL:\\s+\\d+\\s+"))
          .isEqualTo(sumOfSeconds / workers.size(), within(0.006));
      if (format != ReportFormat.ROLLING) {
        assertThat(figure(end, "totalRate=", "MsgRate,", "OVERALL:\\s+\\d+\\s+[\\d.]+\\s+"))
            .isEqualTo(sumOfRates, within(0.006 + 1e-6 * sumOfRates));
      }
    }
  }

  /** The number behind one of these expressions. */
  private static double figure(String text, String... before) {
    Matcher found =
        Pattern.compile("(?:" + String.join("|", before) + ")(\\d+\\.\\d\\d)").matcher(text);
    assertThat(found.find()).as(text).isTrue();
    return Double.parseDouble(found.group(1));
  }

  @Test
  void rollingAverages() {
    LegacyReporter reporter = reporter(ReportFormat.ROLLING, false, true);
    reporter.interval(Figures.interval("X", 2, true, 90_000, 0)); // warm-up
    reporter.interval(Figures.interval("X", 2, false, 100, 0));
    reporter.interval(Figures.interval("X", 2, false, 300, 0));
    reporter.interval(Figures.interval("X", 2, false, 100, 100));
    reporter.summary(Figures.summary(6, 500, 100));
    assertThat(lines())
        .containsExactly(
            "id=X,rateR=45000.00,threads=2",
            "id=X,rateR=50.00,threads=2",
            "id=X,rateR=100.00,threads=2",
            "id=X,rateR=125.00,threads=2",
            "totalIterations=600,avgDuration=6.00,maxrateR=125.00",
            "ControlThread1: STOP");
  }

  @Test
  void rollingAveragesOfWorkers() {
    play(ReportFormat.ROLLING, true);
    assertThat(lines())
        .containsExactly(
            "id=X, (200\t179\t) rateR=189.50,threads=2",
            "",
            "Total msgs per thread                600 , 400",
            "totalIterations=1000,avgDuration=4.00,maxrateR=189.50",
            "ControlThread1: STOP");
  }

  @Test
  void responseTimes() {
    play(ReportFormat.RESPONSE_TIME, true);
    assertThat(lines())
        .containsExactly(
            "id=X,memory=8168816.00, (200,100(micros)\t179,300(micros)\t) "
                + "tps=189.50,avgResponse(micros)=195,threads=2",
            "==================",
            "--------------------------------------------------------------------------------|--------------------------------------------------------------------------------|",
            "                                                                                |     "
                + "                            ResponseTimes                                  |",
            "       Thread Number          Iterations            Duration   Average MsgPerSec|     "
                + "        Average             Minimum             Maximum  Standard Deviation|",
            "--------------------------------------------------------------------------------|--------------------------------------------------------------------------------|",
            "                   1                 600                 4.0               150.0|     "
                + "            100                 100                 100                 0.0|",
            "                   2                 400                 4.0               100.0|     "
                + "            300                 300                 300                 0.0|",
            "--------------------------------------------------------------------------------|--------------------------------------------------------------------------------|",
            "            OVERALL:                1000                4.00              250.00|     "
                + "            180                 100                 301                 ---",
            "ControlThread1: STOP");
  }

  @Test
  void aWorkerThatDidNothingHasNoResponseTime() {
    reporter(ReportFormat.RESPONSE_TIME, true, true)
        .interval(Figures.interval("X", 2, false, 200, 0));
    assertThat(lines().get(0)).contains(" (200,100(micros)\t0\t) ");
  }

  @Test
  void responseTimesOfNothing() {
    LegacyReporter reporter = reporter(ReportFormat.RESPONSE_TIME, false, true);
    reporter.interval(Figures.interval("X", 2, false, 0, 0));
    reporter.summary(Figures.summary(0, 0, 0));
    assertThat(lines()).contains("id=X,tps=0.00,avgResponse(micros),threads=2");
    assertThat(lines()).filteredOn(line -> line.contains("OVERALL:")).hasSize(1);
  }

  @Test
  void fileStats() throws IOException {
    play(ReportFormat.FILE, true);
    String last =
        "2026/01/02,03:04:10,REQUEST,MsgSize,2048,Threads,2,MsgRate,250.00,Iterations,1000,"
            + "AvgDuration,4.00,Tx,true,Persistent,false,UseCorrId,true";
    assertThat(lines())
        .containsExactly(
            "Collecting message rate data from beginning of run",
            "id=X,2026/01/02,03:04:05,Threads,2,MsgRate,189.50,IndThreads,200,179",
            last,
            "ControlThread1: STOP");
    assertThat(folder.resolve("all.txt")).hasContent(last);
    reporter(ReportFormat.FILE, true, true).summary(Figures.summary(4, 600, 400));
    assertThat(Files.readAllLines(folder.resolve("all.txt"))).hasSize(2);
  }

  @Test
  void fileStatsAreNotWrittenWithoutASummary() {
    reporter(ReportFormat.FILE, true, true, false, "Sender").summary(Figures.summary(4, 600, 400));
    assertThat(folder.resolve("all.txt")).doesNotExist();
  }

  @Test
  void theEndThatIsShorterThanAnIntervalHasNoLine() {
    LegacyReporter reporter = reporter(ReportFormat.BASIC, false, true);
    reporter.interval(Figures.interval("X", 0.5, true, 10, 0)); // the end of the warm-up
    reporter.interval(Figures.interval("X", 0.5, false, 20, 0)); // late, then early
    reporter.interval(Figures.interval("X", 1.5, false, 30, 0));
    reporter.interval(Figures.interval("X", 0.5, false, 40, 0));
    reporter.summary(Figures.summary(4, 600, 400));
    assertThat(lines())
        .filteredOn(line -> line.startsWith("id=X"))
        .extracting(line -> line.substring(line.indexOf("messages="), line.indexOf(",Snap")))
        .containsExactly("messages=10", "messages=20", "messages=30");
  }

  @Test
  void sequenceStats() {
    play(ReportFormat.SEQUENCE, false);
    assertThat(lines())
        .containsExactly(
            "id=X,rate=189.50,total messages=379,Snapshot period=2,threads=2"
                + ",miss=1,ord=3.00,dup=2,err=13,cnt=379",
            "totalIterations=1000,avgDuration=4.00,totalRate=250.00"
                + ",miss=1,ord=3.00,dup=2,err=13,cnt=379",
            "ControlThread1: STOP");
  }

  @Test
  void cph() {
    play(ReportFormat.CPH, false);
    assertThat(lines())
        .containsExactly(
            "id=X,rate=189.50,threads=2",
            "totalIterations=1000,totalSeconds=4.00,avgRate=250.00",
            "controlThread STOP");
  }

  @Test
  void cphWithLatencies() {
    play(ReportFormat.CPH, true);
    assertThat(lines())
        .containsExactly(
            "id=X, (200\t179\t) rate=189.50,threads=2,"
                + "avg_latency(uSec)=195,max_latency(uSec)=301,min_latency(uSec)=100",
            "totalIterations=1000,totalSeconds=4.00,avgRate=250.00",
            "avg_latency(uSec)=180,max_latency(uSec)=301,min_latency(uSec)=100",
            "controlThread STOP");
  }

  @Test
  void whoAsksGetsTheLineThatWasPrintedLast() {
    LegacyReporter reporter = reporter(ReportFormat.ROLLING, false, true);
    assertThat(reporter.latest()).isEmpty();
    reporter.interval(Figures.interval("X", 2, false, 100, 0));
    reporter.interval(Figures.interval("X", 2, false, 300, 0));
    assertThat(reporter.latest()).contains("id=X,rateR=100.00,threads=2");
    assertThat(reporter.latest()).contains("id=X,rateR=100.00,threads=2");
  }

  @Test
  void withoutLinesAReportCoversTheTimeSinceTheLastOne() {
    LegacyReporter reporter = reporter(ReportFormat.BASIC, true, false);
    reporter.interval(Figures.interval("X", 1, false, 100, 1));
    reporter.interval(Figures.interval("X", 1, false, 300, 1));
    assertThat(lines()).isEmpty();
    String answer =
        "id=X,memory=8168816.00, (400\t2\t) rate=201.00,total messages=402,"
            + "Snapshot period=2,threads=2";
    assertThat(reporter.latest()).contains(answer);
    assertThat(reporter.latest()).contains(answer);
    reporter.interval(Figures.interval("X", 1, false, 50, 0));
    assertThat(reporter.latest().orElseThrow()).contains("total messages=50");
  }

  @Test
  void fileStatsSayWhenTheWarmUpHasEnded() {
    LegacyReporter reporter = reporter(ReportFormat.FILE, false, true);
    for (boolean warmup : new boolean[] {true, true, false, false}) {
      reporter.interval(Figures.interval("X", 1, warmup, 100, 1));
    }
    assertThat(lines().stream().map(line -> line.startsWith("id=") ? "interval" : line))
        .containsExactly(
            "interval",
            "interval",
            "Warmup period ended; Message rate data collection starts",
            "interval",
            "interval");
  }

  @Test
  void aTemporaryReplyQueueOfTheWorkerIsSaid() {
    LegacyReporter reporter = reporter(ReportFormat.BASIC, true, true, true, "Requestor");
    step(reporter, 1, 100, WorkerState.NEW, WorkerState.CONNECTING);
    reporter.worker(
        new WorkerStep(
            200_000_000,
            "w",
            "w-1",
            WorkerState.CONNECTING,
            WorkerState.UP,
            Optional.of(WorkSource.TEMPORARY)));
    assertThat(lines()).contains("Requestor1: Using temporary reply queue per session");
  }

  @Test
  void fileStatsHasNoAnswer() {
    LegacyReporter reporter = reporter(ReportFormat.FILE, false, true);
    reporter.interval(Figures.interval("X", 1, false, 100, 1));
    assertThat(reporter.latest()).contains("unsupported");
  }

  /** Two workers that connect in 40 and 60 ms, and end. */
  private void playLives(ReportFormat format) {
    LegacyReporter reporter = reporter(format, true, true);
    step(reporter, 1, 100, WorkerState.NEW, WorkerState.CONNECTING);
    step(reporter, 1, 140, WorkerState.CONNECTING, WorkerState.UP);
    reporter.connecting("w", 1, 2);
    step(reporter, 2, 200, WorkerState.NEW, WorkerState.CONNECTING);
    step(reporter, 2, 260, WorkerState.CONNECTING, WorkerState.UP);
    reporter.connecting("w", 2, 2);
    step(reporter, 1, 900, WorkerState.UP, WorkerState.ENDED);
    step(reporter, 2, 900, WorkerState.RECONNECTING, WorkerState.FAILED);
    reporter.summary(Figures.summary(4, 600, 400));
  }

  private static void step(
      LegacyReporter reporter, int worker, long millis, WorkerState from, WorkerState to) {
    Optional<WorkSource> source =
        to == WorkerState.UP
            ? Optional.of(new WorkSource("queue:///Q" + worker, worker == 1 ? "" : "a='b'"))
            : Optional.empty();
    reporter.worker(new WorkerStep(millis * 1_000_000, "w", "w-" + worker, from, to, source));
  }

  @Test
  void livesOfThreads() {
    playLives(ReportFormat.BASIC);
    assertThat(lines())
        .containsExactly(
            "ControlThread1: START",
            "Sender1: START",
            "Creating receiver on queue:///Q1 with selector: null",
            "Sender2: START",
            "Creating receiver on queue:///Q2 with selector: a='b'",
            "ControlThread1: threads=2,fastest_conn=40,slowest_conn=60,avg_conn=50",
            "Sender1: STOP",
            "Sender2: STOP",
            "totalIterations=1000,avgDuration=4.00,totalRate=250.00",
            "ControlThread1: STOP");
  }

  @Test
  void threadsThatACommandStartsHaveALineOfTheirOwn() {
    LegacyReporter reporter = reporter(ReportFormat.BASIC, true, true);
    step(reporter, 1, 100, WorkerState.NEW, WorkerState.CONNECTING);
    reporter.event(workers("0 of 1 connected"));
    step(reporter, 1, 140, WorkerState.CONNECTING, WorkerState.UP);
    reporter.event(workers("1 of 1 connected, at last")); // it is still the start
    reporter.connecting("w", 1, 1);
    step(reporter, 2, 200, WorkerState.NEW, WorkerState.CONNECTING);
    step(reporter, 3, 200, WorkerState.NEW, WorkerState.CONNECTING);
    step(reporter, 3, 300, WorkerState.CONNECTING, WorkerState.UP);
    step(reporter, 2, 310, WorkerState.CONNECTING, WorkerState.UP);
    reporter.event(workers("there are now 3 workers"));
    reporter.event(workers("there are now 2 workers"));
    assertThat(lines())
        .filteredOn(line -> line.contains("conn="))
        .containsExactly(
            "ControlThread1: threads=1,fastest_conn=40,slowest_conn=40,avg_conn=40",
            "ControlThread1: threads=2,fastest_conn=100,slowest_conn=110,avg_conn=105");
  }

  private static RunEvent workers(String text) {
    return new RunEvent(Instant.EPOCH, 0, RunEvent.Kind.WORKERS, "w", text);
  }

  @Test
  void livesOfThreadsOfCph() {
    playLives(ReportFormat.CPH);
    assertThat(lines())
        .filteredOn(line -> !line.contains("latency"))
        .containsExactly(
            "controlThread START",
            "[Sender0] START",
            "[Sender0] First session open - entering RUNNING state.",
            "[Sender1] START",
            "[Sender1] First session open - entering RUNNING state.",
            "[Sender0] STOP",
            "[Sender1] STOP",
            "totalIterations=1000,totalSeconds=4.00,avgRate=250.00",
            "controlThread STOP");
  }

  @Test
  void withoutANameStatisticsAndProblemsAreAllThatIsPrinted() {
    LegacyReporter reporter = quiet(ReportFormat.BASIC);
    step(reporter, 1, 100, WorkerState.NEW, WorkerState.CONNECTING);
    step(reporter, 1, 140, WorkerState.CONNECTING, WorkerState.UP);
    reporter.connecting("w", 1, 1);
    step(reporter, 1, 900, WorkerState.UP, WorkerState.ENDED);
    for (RunEvent.Kind kind : RunEvent.Kind.values()) {
      reporter.event(new RunEvent(Instant.EPOCH, 0, kind, "w", kind.name()));
    }
    reporter.summary(Figures.summary(4, 600, 400));
    assertThat(lines())
        .containsExactly(
            "ControlThread1: ERROR",
            "ControlThread1: BLOCKED",
            "ControlThread1: OVERFLOW",
            "ControlThread1: HARNESS",
            "ControlThread1: CLIENT",
            "ControlThread1: AGENT",
            "totalIterations=1000,avgDuration=4.00,totalRate=250.00");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "BASIC; totalIterations=0,avgDuration=0.00,totalRate=0.00",
        "ROLLING; totalIterations=0,avgDuration=0.00,maxrateR=0.00",
        "CPH; totalIterations=0,totalSeconds=0.00,avgRate=0.00"
      })
  void aRunThatDidNotStartDidNothing(ReportFormat format, String line) {
    LegacyReporter reporter = reporter(format, false, true);
    step(reporter, 1, 100, WorkerState.NEW, WorkerState.CONNECTING);
    step(reporter, 1, 140, WorkerState.CONNECTING, WorkerState.FAILED);
    reporter.notStarted(Figures.START);
    assertThat(lines()).element(3).isEqualTo(line);
    assertThat(lines().get(4)).matches("[cC]ontrolThread.*STOP");
    assertThat(lines()).hasSize(5);
  }

  @Test
  void outages() {
    quiet(ReportFormat.BASIC).connections(outage("reconnect-timers"));
    assertThat(lines())
        .containsExactly(
            "ReconnectTimer1: Time to connect to secondary host is 1200 ms"
                + " (min: 1200 ms  max: 1200 ms)",
            "ReconnectTimer2: Time to connect to secondary host is 800 ms"
                + " (min: 800 ms  max: 1200 ms)",
            "ReconnectTimer2: All threads reconnected at 03:04:05.000");
  }

  @Test
  void reconnectTimersPrintWhenTheyConnected() {
    LegacyReporter reporter = reporter(ReportFormat.BASIC, false, true, true, "AutoReconnectTimer");
    step(reporter, 1, 100, WorkerState.NEW, WorkerState.CONNECTING);
    step(reporter, 2, 150, WorkerState.NEW, WorkerState.CONNECTING);
    step(reporter, 2, 300, WorkerState.CONNECTING, WorkerState.UP);
    step(reporter, 1, 350, WorkerState.CONNECTING, WorkerState.UP);
    reporter.event(new RunEvent(Figures.START, 0, RunEvent.Kind.STARTED, "", "all are up"));
    assertThat(lines())
        .contains(
            "AutoReconnectTimer1: All threads initially connected. Start/End times:"
                + " 03:04:04.750 / 03:04:05.000");
  }

  @Test
  void outagesOfCph() {
    quiet(ReportFormat.CPH).connections(outage("reconnect-timers"));
    assertThat(lines())
        .containsExactly(
            "[ReconnectTimer0]: Time to connect to secondary host is 1200 ms"
                + " (min: 1200 ms  max: 1200 ms)",
            "[ReconnectTimer1]: Time to connect to secondary host is 800 ms"
                + " (min: 800 ms  max: 1200 ms)",
            "[ReconnectTimer1]: All threads reconnected at 02_01_2026 03:04:05.000");
  }

  @Test
  void outagesOfOtherWorkersAreTheirs() {
    quiet(ReportFormat.CPH).connections(outage("w"));
    assertThat(lines().get(0)).startsWith("[w-1]: Time to connect");
  }

  private static List<ConnectionEvent> outage(String workload) {
    return List.of(
        event(workload, 1, ConnectionChange.Transition.LOST, 0),
        event(workload, 2, ConnectionChange.Transition.LOST, 0),
        event(workload, 1, ConnectionChange.Transition.BACK, 1_200),
        event(workload, 2, ConnectionChange.Transition.BACK, 800));
  }

  private static ConnectionEvent event(
      String workload, int worker, ConnectionChange.Transition transition, long millis) {
    return new ConnectionEvent(
        Figures.START,
        0,
        workload,
        workload + "-" + worker,
        new ConnectionChange(transition, "A", "B", millis * 1_000_000));
  }
}
