package dev.sluice.core.run;

import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.rate.Pacing;
import dev.sluice.core.run.Verdict.Kind;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Measures;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictTest {

  @ParameterizedTest
  @CsvSource({
    // due, done, mean oversleep in us, cores of 4: verdict
    "10000, 10000, 80, 0.5, KEPT",
    "10000, 10003, 80, 0.5, KEPT",
    "10000, 9990, 80, 0.5, KEPT",
    "10000, 9980, 80, 0.5, SATURATED",
    "10000, 0, 80, 0.5, SATURATED",
    "10000, 9000, 1900, 3.5, SATURATED",
    "10000, 9000, 2100, 0.5, HARNESS_LIMITED",
    "10000, 9000, 80, 3.7, HARNESS_LIMITED",
    "10000, 10000, 9000, 4.0, KEPT",
    "0, 10000, 80, 0.5, UNLIMITED",
    "0, 10000, 9000, 4.0, UNLIMITED",
  })
  void aVerdictNamesTheSideThatWasTheLimit(
      double due, long done, long oversleptMicros, double cores, Kind kind) {
    assertThat(verdict(due, done, oversleptMicros, cores).kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    // done of 10,000, found nothing: verdict
    "10000, 5, KEPT",
    "9000, 1000, IDLE",
    "0, 3, IDLE",
    "9000, 500, SATURATED",
    "0, 0, SATURATED",
  })
  void whoFindsNothingToDoIsNotSaturated(long done, long empty, Kind kind) {
    Counts counts = new Counts(done, empty, 0, 0, 0, 0, 0, 0, 0);
    assertThat(Verdict.of(Pacing.SCHEDULE, 10_000, 1, counts, new CpuUse(SECOND, SECOND, 4)).kind())
        .isEqualTo(kind);
  }

  @Test
  void theProcessorsOfAMomentAreNoEvidence() {
    CpuUse step = new CpuUse(10_000_000, 3_000_000, 2);
    assertThat(step.cores()).isEqualTo(2);
    Counts counts = new Counts(3, 0, 0, 0, 0, 0, 0, 0, 0);
    assertThat(Verdict.of(Pacing.SCHEDULE, 0, 1, counts, step).explanation())
        .isEqualTo("no target was set");
  }

  @Test
  void whoBlamesTheHarnessShowsTheEvidence() {
    Verdict verdict = verdict(10_000, 9_000, 2_500, 3.75);
    assertThat(verdict.explanation())
        .contains("2.50 ms late")
        .contains("3.75 of 4 cores")
        .contains("no figures of the broker");
  }

  @Test
  void whoBlamesTheBrokerShowsTheEvidenceToo() {
    assertThat(verdict(10_000, 9_000, 80, 0.5).explanation())
        .contains("saturated")
        .contains("0.08 ms late")
        .contains("0.50 of 4 cores");
  }

  @Test
  void withoutATargetAShortHarnessIsStillSaid() {
    assertThat(verdict(0, 9_000, 80, 3.9).explanation()).contains("short of time");
    assertThat(verdict(0, 9_000, 80, 0.5).explanation()).isEqualTo("no target was set");
  }

  @Test
  void ratesAreOverTheMeasuredTime() {
    Summary.Workload workload = workload(500, 20 * SECOND, 400, Map.of());
    assertThat(workload.achievedPerSecond()).isEqualTo(20);
    assertThat(workload.targetPerSecond()).isEqualTo(25);
    assertThat(workload.ratio()).isEqualTo(0.8);
    Summary.Workload nothing = workload(0, 0, 0, Map.of());
    assertThat(nothing.achievedPerSecond()).isZero();
    assertThat(nothing.targetPerSecond()).isZero();
    assertThat(nothing.ratio()).isOne();
  }

  @Test
  void aRunIsCleanIfNothingFailedAndNobodyWasLost() {
    assertThat(summary(workload(1, SECOND, 1, Map.of())).clean()).isTrue();
    assertThat(summary(workload(1, SECOND, 1, Map.of("a", 2L))).clean()).isFalse();
    assertThat(workload(1, SECOND, 1, Map.of("a", 2L, "b", 1L)).errors()).isEqualTo(3);
  }

  @Test
  void whatMayBeMissingAtTheEndIsHeldAgainstNobody() {
    Counts counts = new Counts(990, 0, 0, 0, 0, 0, 0, 0, 0);
    CpuUse idle = new CpuUse(0, SECOND, 4);
    assertThat(Verdict.of(Pacing.SCHEDULE, 1000, 9, counts, idle).kind())
        .isEqualTo(Verdict.Kind.KEPT);
    assertThat(Verdict.of(Pacing.SCHEDULE, 1000, 8, counts, idle).kind())
        .isEqualTo(Verdict.Kind.SATURATED);
  }

  @Test
  void whatWasGivenUpIsMissingWhateverWasUnderWay() {
    Counts counts = new Counts(990, 0, 0, 0, 0, 5, 0, 0, 0);
    assertThat(counts.givenUp()).isEqualTo(5);
    assertThat(Verdict.of(Pacing.SCHEDULE, 1000, 100, counts, new CpuUse(0, SECOND, 4)).kind())
        .isEqualTo(Verdict.Kind.SATURATED);
  }

  @Test
  void withThinkTimeWhatIsMissingIsSaidToBeNotMadeUp() {
    Counts counts = new Counts(900, 0, 0, 0, 0, 0, 0, 0, 0);
    CpuUse idle = new CpuUse(0, SECOND, 4);
    assertThat(Verdict.of(Pacing.THINK_TIME, 900, 0, counts, idle).kind())
        .isEqualTo(Verdict.Kind.KEPT);
    Verdict verdict = Verdict.of(Pacing.THINK_TIME, 1000, 1, counts, idle);
    assertThat(verdict.kind()).isEqualTo(Verdict.Kind.SATURATED);
    assertThat(verdict.explanation()).contains("longer than the interval between their starts");
  }

  private static Verdict verdict(double due, long done, long oversleptMicros, double cores) {
    long wakeUps = 500;
    Counts counts = new Counts(done, 0, 0, 0, 0, 0, wakeUps, wakeUps * oversleptMicros * 1000, 0);
    return Verdict.of(
        Pacing.SCHEDULE, due, 0, counts, new CpuUse((long) (cores * SECOND), SECOND, 4));
  }

  private static Summary.Workload workload(
      double due, long nanos, long done, Map<String, Long> errors) {
    Measures none = Measures.none();
    Measures measures =
        new Measures(
            new Counts(done, 0, 0, 0, 0, 0, 0, 0, 0),
            none.latency(),
            none.service(),
            none.lateness(),
            Map.of());
    Verdict verdict =
        Verdict.of(Pacing.SCHEDULE, due, 0, measures.counts(), new CpuUse(0, nanos, 4));
    return new Summary.Workload(
        "w",
        nanos,
        due,
        measures,
        done,
        0,
        0,
        errors,
        Reconnects.NONE,
        0,
        Optional.empty(),
        List.of(),
        verdict);
  }

  private static Summary summary(Summary.Workload workload) {
    return new Summary(
        "", Instant.EPOCH, SECOND, 0, new CpuUse(0, SECOND, 4), List.of(workload), "over");
  }
}
