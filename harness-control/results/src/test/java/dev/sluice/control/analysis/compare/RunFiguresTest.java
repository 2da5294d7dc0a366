package dev.sluice.control.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.recorded.StepTable;
import dev.sluice.control.sink.folder.RunFolder;
import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Hindrance.Kind;
import dev.sluice.core.result.Snapshot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run in which the harness stood still is no evidence about its broker. */
class RunFiguresTest {

  private static final long MILLI = 1_000_000;
  private final List<Snapshot> intervals = TestRun.intervals(TestRun.STARTED, 32, 2, 1);

  @ParameterizedTest
  @CsvSource({
    "STANDSTILL, 5_000, 3_000, true",
    "STANDSTILL, 5_000, 250, false", // less than the rate of such runs tells apart
    "STANDSTILL, 200, 1_500, false", // in the warm-up
    "STANDSTILL, 1_500, 1_500, true", // ends within what is measured
    "LATE_TIMERS, 5_000, 100, false", // nobody stood still
    "GARBAGE_COLLECTION, 5_000, 900, true",
    "BLOCKED_OUTPUT, 5_000, 9_000, false", // work went on
    "CLOCK_STEP, 5_000, 9_000, false",
  })
  void aRunIsNoEvidenceIfTheHarnessStoodStillInWhatItMeasured(
      Kind kind, String from, String length, boolean no, @TempDir Path temporary) throws Exception {
    long fromNanos = millis(from);
    long nanos = millis(length);
    Hindrance hindrance = new Hindrance(kind, fromNanos, fromNanos + nanos, nanos);
    try (RunFolder folder = TestRun.folder(temporary.resolve("run"), "")) {
      intervals.forEach(folder::interval);
      folder.event(
          new RunEvent(
              TestRun.STARTED,
              fromNanos + nanos,
              RunEvent.Kind.HARNESS,
              "",
              hindrance.text(),
              Optional.of(hindrance)));
      folder.summary(TestRun.summary(intervals));
    }
    RecordedRun run = RecordedRun.open(temporary.resolve("run"));
    StepTable sweep =
        new StepTable(
            "steps.csv",
            List.of("step", "achieved_per_second"),
            List.of(List.of("a", "1")),
            List.of(),
            Map.of("run", run));
    List<RunFigures> all = new ArrayList<>(List.of(RunFigures.of(run, "run")));
    RunFigures.ofSweeps(Map.of("sweep", sweep)).values().forEach(all::addAll);
    assertThat(all)
        .hasSize(2)
        .allMatch(
            each ->
                each.limited().filter(why -> why.contains("the harness stood still")).isPresent()
                    == no);
  }

  private static long millis(String text) {
    return MILLI * Long.parseLong(text.replace("_", ""));
  }
}
