package dev.sluice.control.scenario.step;

import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.SearchTry;
import dev.sluice.control.measure.Condition;
import dev.sluice.control.measure.Findings;
import dev.sluice.control.measure.IntervalSum;
import dev.sluice.control.measure.Observed;
import dev.sluice.control.measure.Observed.ObservedWindow;
import dev.sluice.control.measure.Reading;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.measure.Target;
import dev.sluice.core.result.Snapshot;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/**
 * Rows that steps make of intervals, of this process and of another one, and a rate that was tried.
 */
public final class GoldenRows {

  private static final long SECOND_NANOS = 1_000_000_000L;

  private GoldenRows() {}

  /** Three rows: two rounds here, and one of another process. */
  public static void play(List<Snapshot> intervals, Findings.Listener listener) {
    Findings findings = new Findings(List.of(listener), new SplittableRandom(1));
    Map<String, Duration> waited = new LinkedHashMap<>();
    waited.put("balanced", Duration.ofMillis(1_500));
    waited.put("recovery", Duration.ofMillis(2_750));
    for (int round = 1; round <= 2; round++) {
      List<Snapshot> measured = intervals.subList(2 * round, 2 * round + 3);
      IntervalSum done = window("senders", measured);
      StepRow before =
          findings.nextRow(
              "step, one",
              new Target("senders", ""),
              Map.of(),
              window("senders", intervals.subList(round, round + 2)),
              Optional.empty(),
              StepRow.Beside.NOTHING,
              Map.of());
      findings.row(
          findings.nextRow(
              "step, one",
              new Target("senders", ""),
              Map.of("round", Integer.toString(round), "size", "2KiB"),
              done,
              Optional.of(before),
              observed(round).beside(done.sum(), OptionalDouble.of(2_048.5)),
              waited));
    }
    findings.row(
        findings.nextRow(
            "step two",
            new Target("odd, name/1", "app1"),
            Map.of("size", "4KiB"),
            window("odd, name/1", intervals.subList(4, 8)),
            Optional.empty(),
            StepRow.Beside.NOTHING,
            Map.of()));
    listener.tried(
        new SearchTry(
            "find, max",
            "senders",
            7_500_000_000L,
            2_345.5,
            window("senders", intervals).batches(),
            ObjectiveResult.Judgement.MISSED,
            "p99 < 1ms",
            "",
            ""));
    findings.recovery(Condition.REACHED, Duration.ofMillis(1_234));
  }

  private static IntervalSum window(String workload, List<Snapshot> intervals) {
    IntervalSum window = new IntervalSum(workload);
    intervals.forEach(window::add);
    return window;
  }

  private static ObservedWindow observed(int round) {
    return new ObservedWindow(List.of(reading(round), reading(round + 3)));
  }

  private static Observed reading(int number) {
    long nanos = number * SECOND_NANOS;
    return new Observed(
        nanos,
        number * 321_000_000L,
        Map.of(
            "host",
            new Observed.At(nanos, new Reading.Cpu(number * 432_000_000L, 4)),
            "disk",
            new Observed.At(nanos, new Reading.Counter(number * 543.25)),
            "depth",
            new Observed.At(nanos, new Reading.Value(number * 65.5))));
  }
}
