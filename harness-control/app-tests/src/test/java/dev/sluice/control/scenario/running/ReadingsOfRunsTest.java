package dev.sluice.control.scenario.running;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.cli.command.ScenarioVocabulary;
import dev.sluice.control.format.Observation;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.measure.Observed;
import dev.sluice.control.measure.Reading;
import dev.sluice.control.measure.broker.BrokerEvidence;
import dev.sluice.control.process.ScenarioResults;
import dev.sluice.control.process.StepsCsv;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.outside.SetClock;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.secret.Secrets;
import dev.sluice.control.sink.console.Terminal;
import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.Change;
import dev.sluice.core.run.Change.Undone;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunStatus;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.jms.provider.BrokerView;
import dev.sluice.jms.provider.BrokerView.Readout;
import dev.sluice.jms.provider.ProviderTypes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps on a clock of their own, whose observers are read at any moment of them. */
class ReadingsOfRunsTest {

  private static final int SWEEPS = 200;
  private static final long SECOND = 1_000_000_000L;
  private static final BrokerView.Measure COUNT =
      new BrokerView.Measure(
          "channels", "counted", "", BrokerView.Aggregation.COUNT, BrokerView.Meaning.OTHER);

  private static final String SWEEP =
      """
      vars: {size: 1}
      workloads:
        senders: {type: send, size: "${size}", rate: 10, provider: embedded}
      steps:
        - for-each: {size: [1, 2, 3]}
          do: [{mark: x}]
      """;

  @TempDir private Path folder;

  /** The times of a run, on the clock. */
  private record Lasted(long fromNanos, long toNanos) {}

  /**
   * One sweep. Its observers tell the clock's time, and their readings are named by their number.
   */
  private final class Sweep {

    private final SplittableRandom random;
    private final Path out;
    private final List<Lasted> runs = new ArrayList<>();
    private final Map<String, Long> made = new HashMap<>(); // readings of a moment, by name
    private final BrokerEvidence evidence =
        new BrokerEvidence(Map.of(), Duration.ofSeconds(1), () -> 0);
    private Observed last = new Observed(0, 0, Map.of());
    private RunPhase phase = RunPhase.CONNECTING;
    private long startNanos = Long.MAX_VALUE;
    private ScenarioResults results;
    private CurrentRun current;

    Sweep(int seed) {
      random = new SplittableRandom(seed);
      out = folder.resolve("sweep-" + seed);
    }

    void play() {
      clock.nowNanos = SECOND;
      Scenario scenario =
          new ScenarioReader(new ScenarioVocabulary(new Secrets()), name -> Optional.empty())
              .read("sweep", "sweep.yaml", SWEEP, List.of("run.out=" + out));
      PrintWriter nowhere = new PrintWriter(new StringWriter());
      try (ScenarioResults all =
          new ScenarioResults(
              scenario,
              ProviderTypes.find(""),
              new StepsCsv(scenario),
              "",
              new Terminal(nowhere, false),
              new Secrets())) {
        results = all;
        current = new CurrentRun(new Timed(), reason -> {});
        for (int run = 0; run < 3; run++) {
          readSometimes(); // steps of the set-up
          all.next(TestRun.description("").spec(), "null", Optional.empty());
          readSometimes();
          phase = RunPhase.CONNECTING;
          startNanos = Long.MAX_VALUE;
          current.changeTo(new Timed());
          readSometimes();
          startNanos = clock.nowNanos;
          for (RunPhase next : List.of(RunPhase.WARMUP, RunPhase.RUNNING, RunPhase.STOPPING)) {
            readSometimes();
            phase = next;
          }
          readSometimes();
          runs.add(new Lasted(startNanos, clock.nowNanos));
          phase = RunPhase.ENDED;
        }
        readSometimes(); // last steps
      }
    }

    private final SetClock clock = new SetClock();

    private void readSometimes() {
      for (int i = random.nextInt(4); i > 0; i--) {
        clock.nowNanos += random.nextLong(1, 3 * SECOND);
        long slowNanos =
            random.nextLong(last.nanos(), clock.nowNanos); // it was read before, or answers slowly
        String name = "r" + made.size();
        Observed now =
            new Observed(
                clock.nowNanos,
                0,
                Map.of(
                    name,
                    at(clock.nowNanos),
                    "slow",
                    at(slowNanos),
                    "counted",
                    new Observed.At(clock.nowNanos, new Reading.Counter(clock.nowNanos * 1e-9))));
        made.put(name, clock.nowNanos);
        results.observed(
            current, clock, start -> now.observationsSince(last, Instant.EPOCH, start));
        Readout readout =
            new Readout(
                List.of(
                    new BrokerView.Reading(
                        "QM",
                        "",
                        COUNT,
                        1,
                        slowNanos,
                        0,
                        Duration.ofNanos(clock.nowNanos - slowNanos))),
                Map.of(),
                0,
                Duration.ZERO);
        results.observed(
            current,
            clock,
            start -> evidence.observations("b", readout, clock.nowNanos, Instant.EPOCH, start));
        last = now;
      }
      clock.nowNanos += random.nextLong(1, SECOND);
    }

    private static Observed.At at(long nanos) {
      return new Observed.At(nanos, new Reading.Value(nanos));
    }

    void check() throws IOException {
      for (int run = 0; run < runs.size(); run++) {
        Lasted lasted = runs.get(run);
        List<String> written = new ArrayList<>();
        Path file = out.resolve("run-" + (run + 1)).resolve(RunFiles.OBSERVATIONS);
        for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
          Observation each = Observation.parse(line);
          assertThat(lasted.fromNanos() + each.sinceStartNanos())
              .as("%s of run %d", each, run + 1)
              .isBetween(lasted.fromNanos(), lasted.toNanos());
          if (each.measure().equals("value") && !each.subject().equals("counted")) {
            assertThat((long) each.value()).isBetween(lasted.fromNanos(), lasted.toNanos());
            written.add(each.subject());
          }
        }
        assertThat(written)
            .filteredOn(name -> !name.equals("slow"))
            .containsExactlyElementsOf(
                made.entrySet().stream()
                    .filter(each -> each.getValue() >= lasted.fromNanos())
                    .filter(each -> each.getValue() <= lasted.toNanos())
                    .sorted(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .toList());
      }
    }

    /** A run as its control shows it. */
    private final class Timed implements RunControl {

      @Override
      public RunStatus status() {
        long since = startNanos == Long.MAX_VALUE ? 0 : clock.nowNanos - startNanos;
        return new RunStatus("", phase, since, List.of());
      }

      @Override
      public List<WorkloadStatus> change(String workload, Change.Adjustment change) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Undone undo(String workload) {
        throw new UnsupportedOperationException();
      }

      @Override
      public void mark(String text) {
        throw new UnsupportedOperationException();
      }

      @Override
      public void audit(String text) {
        throw new UnsupportedOperationException();
      }

      @Override
      public void stop(String reason) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Optional<Snapshot> latest() {
        return Optional.empty();
      }

      @Override
      public void subscribe(Sink reporter) {}

      @Override
      public void unsubscribe(Sink reporter) {}
    }
  }

  @Test
  void aReadingIsInTheRunWhoseTimeItLiesInOrInNone() throws IOException {
    for (int seed = 0; seed < SWEEPS; seed++) {
      Sweep sweep = new Sweep(seed);
      sweep.play();
      sweep.check();
    }
  }
}
