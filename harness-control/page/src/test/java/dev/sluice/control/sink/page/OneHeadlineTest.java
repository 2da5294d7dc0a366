package dev.sluice.control.sink.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.Finding;
import dev.sluice.control.measure.Condition;
import dev.sluice.control.measure.Findings;
import dev.sluice.control.measure.IntervalSum;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.measure.Target;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.sink.console.ConsoleReporter;
import dev.sluice.control.sink.console.ConsoleReporter.SummaryForm;
import dev.sluice.control.sink.console.Terminal;
import dev.sluice.control.sink.folder.RunFolder;
import dev.sluice.control.sink.folder.TableFile;
import dev.sluice.control.sink.folder.TableFile.StepColumns;
import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.time.VirtualTime;
import dev.sluice.core.worker.Worker;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs of plans in virtual time, with and without an outage, planned or not, and with steps that
 * keep their targets or not: the console and the page say the same first.
 */
class OneHeadlineTest {

  private static final int RUNS = 60;
  private static final int WORKERS = 4;
  private static final int PER_SECOND = 10; // of each of them
  private static final int SECONDS = 4; // of the first and the last step
  private static final int WIDTH = 78;

  @TempDir private Path folder;

  @Test
  void consoleAndPageSayTheSameFirst() throws Exception {
    Set<String> seen = new TreeSet<>();
    for (int seed = 0; seed < RUNS; seed++) {
      Played run = new Played(seed);
      String headline = run.onPage();
      String line = run.onConsole();
      assertThat(line).as("seed %d", seed).hasSizeLessThanOrEqualTo(WIDTH);
      assertThat(line.split(": ", 2)[0]).as("seed %d: %s", seed, line).isEqualTo(headline);
      boolean disturbed = headline.startsWith("Disturbed as planned, recovered after ");
      assertThat(disturbed)
          .as("seed %d: %s", seed, line)
          .isEqualTo(run.planned && run.outageSeconds > 0 && !run.slowBefore && !run.slowAfter);
      seen.add(disturbed ? "Disturbed" : headline);
    }
    assertThat(seen)
        .containsExactlyInAnyOrder(
            "Completed with faults", "Disturbed", "Interrupted", "Saturated", "Target kept");
  }

  /** What happens to the connections of a broker. */
  private enum Outage {
    /** Calls do not return until it is over. */
    BLOCKED,
    /** Connections are lost. */
    LOST
  }

  /** One run: a step, perhaps an outage, and another step. */
  private final class Played {

    private final VirtualTime clock = new VirtualTime();
    private final Path path;
    private final Outage outage;
    private final double outageSeconds;
    private final boolean planned;
    private final boolean slowBefore;
    private final boolean slowAfter;
    private final boolean faulty;
    private final List<Snapshot> intervals = new ArrayList<>();
    private final StringWriter console = new StringWriter();

    Played(int seed) throws Exception {
      SplittableRandom random = new SplittableRandom(seed);
      path = folder.resolve("run-" + seed);
      outage = random.nextBoolean() ? Outage.BLOCKED : Outage.LOST;
      outageSeconds = random.nextInt(4) == 0 ? 0 : random.nextDouble(1.5, 4);
      planned = random.nextInt(3) > 0;
      faulty = random.nextInt(8) == 0 && outageSeconds == 0;
      slowBefore = random.nextInt(4) == 0;
      slowAfter = random.nextInt(4) == 0;
      play();
    }

    String onPage() throws IOException {
      return PageVerdict.of(RecordedRun.open(path), intervals.size()).headline();
    }

    String onConsole() {
      List<String> lines = console.toString().lines().toList();
      return lines.get(lines.indexOf("") + 1);
    }

    private void play() throws Exception {
      RunFolder kept = TestRun.folder(path, "");
      TableFile steps = kept.steps(new StepColumns(List.of("step", "ratio"), List.of()));
      Findings findings =
          new Findings(
              List.of(
                  new Findings.Listener() {
                    @Override
                    public void row(StepRow row) {
                      steps.add(List.of(row.name(), row.ratio()));
                    }

                    @Override
                    public void found(Finding finding) {
                      kept.found(finding);
                    }
                  }),
              new SplittableRandom(1));
      Terminal terminal = new Terminal(new PrintWriter(console, true), false);
      ConsoleReporter reporter =
          new ConsoleReporter(terminal, ZoneOffset.UTC, SummaryForm.BRIEF, findings::ofRun);
      RunSpec spec =
          new RunSpec(
              "",
              List.of(
                  WorkloadSpec.of(
                      "senders", Sender::new, WORKERS, new RateTarget.PerWorker(PER_SECOND))),
              Duration.ofSeconds(4 * SECONDS),
              Duration.ZERO,
              Duration.ofSeconds(1),
              Duration.ofSeconds(60));
      clock.play(
          () -> {
            Run run =
                new Run(
                    spec,
                    clock,
                    clock,
                    () -> 0,
                    new SplittableRandom(1),
                    List.of(reporter, kept, new Intervals()));
            clock.start("plan", () -> steps(findings));
            return run.execute();
          });
      kept.close();
    }

    private void steps(Findings findings) {
      sleepUntil(SECONDS + 0.5);
      measured(findings, "before");
      sleepUntil(4 * SECONDS - 0.5);
      if (planned && outageSeconds > 0) {
        findings.recovery(Condition.RECOVERED, Duration.ofMillis((long) (outageSeconds * 1_000)));
      }
      measured(findings, "after");
    }

    /** The last intervals that there are. */
    private void measured(Findings findings, String step) {
      IntervalSum sum = new IntervalSum("senders");
      intervals.subList(intervals.size() - SECONDS + 1, intervals.size()).forEach(sum::add);
      findings.row(
          findings.nextRow(
              step,
              new Target("senders", ""),
              Map.of(),
              sum,
              Optional.empty(),
              StepRow.Beside.NOTHING,
              Map.of()));
    }

    private double now() {
      return (clock.nanos() - VirtualTime.ORIGIN) / 1e9;
    }

    private void sleepUntil(double seconds) {
      clock.spend(Math.max(0, (long) ((seconds - now()) * 1e9)));
    }

    private final class Intervals implements Sink {

      @Override
      public void interval(Snapshot snapshot) {
        intervals.add(snapshot);
      }
    }

    private final class Sender implements Worker {

      private final int index;
      private WorkerContext context;

      Sender(int index) {
        this.index = index;
      }

      @Override
      public void attach(WorkerContext given) {
        context = given;
      }

      @Override
      public void open() throws IOException {
        context.connection().connected("QM");
      }

      @Override
      public Outcome iterate() throws IOException {
        double begin = SECONDS + 0.7;
        double at = now();
        boolean slow = at < begin ? slowBefore : at > 2 * SECONDS + 1 && slowAfter;
        if (begin <= at && at < begin + outageSeconds) {
          if (outage == Outage.LOST) {
            context.connection().reconnecting(0);
          }
          sleepUntil(begin + outageSeconds);
          if (outage == Outage.LOST) {
            context.connection().reconnected("QM");
          }
        } else if (faulty && index == 0 && at > begin) {
          throw new IOException("a queue is full");
        }
        clock.spend(slow ? 400_000_000 : 1_000_000);
        return Outcome.DONE;
      }

      @Override
      public void close() {}
    }
  }
}
