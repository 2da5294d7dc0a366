package dev.sluice.core.result;

import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.Cause;
import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.result.Verdict.Interruption;
import dev.sluice.core.result.Verdict.Kind;
import dev.sluice.core.stats.Connections;
import dev.sluice.core.stats.Connections.Reconnects;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Standing;
import dev.sluice.core.stats.Standing.PaceMode;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The decision table of docs/pacing.md, row by row. */
class VerdictTest {

  private static final CpuUse IDLE = new CpuUse(0, SECOND, 4);
  private static final CpuUse SHORT = new CpuUse(37 * SECOND / 10, SECOND, 4);

  private final Map<LatencyKind, Latency> parts = new EnumMap<>(LatencyKind.class);
  private Counts counts = Counts.ZERO;
  private Unfinished before = Unfinished.NOTHING;
  private Unfinished after = Unfinished.NOTHING;
  private double slack;
  private double nobodys;
  private CpuUse cpu = IDLE;
  private Pacing pacing = Pacing.SCHEDULE;
  private Latency latency = Latency.NONE;
  private Map<String, Long> errors = Map.of();
  private List<Hindrance> hindrances = List.of();

  @ParameterizedTest
  @CsvSource({
    // of 10,000: missing by no connection, failures, harness, nothing to do, busy
    "0, 0, 0, 0, 0, KEPT",
    "2, 2, 2, 2, 2, KEPT",
    "11, 0, 0, 0, 0, INTERRUPTED",
    "0, 11, 0, 0, 0, FAILED",
    "0, 0, 11, 0, 0, HARNESS_LIMITED",
    "0, 0, 0, 11, 0, IDLE",
    "0, 0, 0, 0, 11, SATURATED",
    "4000, 900, 900, 900, 900, INTERRUPTED",
    "900, 4000, 900, 900, 900, FAILED",
    "900, 900, 4000, 900, 900, HARNESS_LIMITED",
    "900, 900, 900, 4000, 900, IDLE",
    "900, 900, 900, 900, 4000, SATURATED",
  })
  void theLargestCauseNamesTheVerdict(
      long lost, long failing, long late, long idle, long busy, Kind kind) {
    due(10_000);
    dropped(Cause.NO_CONNECTION, lost);
    dropped(Cause.FAILURES, failing);
    dropped(Cause.HARNESS, late);
    dropped(Cause.NOTHING_TO_DO, idle);
    dropped(Cause.BUSY, busy);
    assertThat(verdict().kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({"0, 44100000000", "4000, 44100000000", "0, 900000000", "4000, 900000000"})
  void callsThatAreNotAnsweredAreToldWhereBusyWorkersAre(long lost, long oldestNanos) {
    due(10_000);
    dropped(Cause.NO_CONNECTION, lost);
    dropped(Cause.BUSY, 1000);
    after = new Unfinished(3412, 0, Map.of(), oldestNanos);
    String told = "; 3,412 iterations were in flight at the end, one of them for 44.1 s";
    assertThat(verdict().explanation().contains(told)).isEqualTo(oldestNanos > SECOND);
  }

  @Test
  void whatHinderedTheHarnessIsNamedWithItsTimeTheLongestFirst() {
    due(10_000);
    dropped(Cause.HARNESS, 4000);
    hindrances =
        List.of(
            new Hindrance(Hindrance.Kind.CPU_LIMIT, 121 * SECOND, 122 * SECOND, SECOND / 2),
            new Hindrance(
                Hindrance.Kind.GARBAGE_COLLECTION, 190 * SECOND, 194 * SECOND, 19 * SECOND / 10),
            new Hindrance(Hindrance.Kind.CLOCK_STEP, 240 * SECOND, 240 * SECOND, 60 * SECOND));
    assertThat(verdict().explanation())
        .startsWith(
            "harness limited: the harness could not keep the schedule (garbage collection 1.9 s"
                + " from 190.0 s to 194.0 s of the run, the CPU limit of its cgroup 0.5 s from 121.0 s to"
                + " 122.0 s of the run, waits ended");
  }

  @Test
  void whatIsMissingOfATargetThatWasKeptIsTold() {
    due(2_110);
    dropped(Cause.NO_CONNECTION, 1);
    assertThat(verdict().kind()).isEqualTo(Kind.KEPT);
    assertThat(verdict().explanation()).isEqualTo("kept but for 1 of 2,110 (interrupted)");
  }

  @ParameterizedTest
  @CsvSource({
    // of 10,000 with those that were unassigned: dropped because connections were lost
    "0, 9, KEPT",
    "0, 11, AGENTS_MISSING",
    "900, 4000, AGENTS_MISSING",
    "4000, 900, INTERRUPTED",
    "0, 10000, AGENTS_MISSING",
  })
  void iterationsThatWereNobodysAreMissingToo(long lost, long nobodysNow, Kind kind) {
    due(10_000 - nobodysNow);
    dropped(Cause.NO_CONNECTION, lost);
    nobodys = nobodysNow;
    assertThat(verdict().kind()).isEqualTo(kind);
  }

  @Test
  void whatWasNobodysIsNamedWithItsShareOfThePlan() {
    due(9_000);
    nobodys = 1_000;
    dropped(Cause.NO_CONNECTION, 100);
    assertThat(verdict().explanation())
        .isEqualTo(
            "agents missing: 1000 iterations of the plan are in no agent's figures;"
                + " 10 % of the iterations due are missing; interrupted: 1.0 %");
  }

  @Test
  void overdueIterationsAtTheEndCountAsDropped() {
    due(1000);
    after = new Unfinished(0, 400, Map.of(Cause.NO_CONNECTION, 390L, Cause.BUSY, 10L), 0);
    slack = 11;
    Verdict verdict = verdict();
    assertThat(verdict.kind()).isEqualTo(Kind.INTERRUPTED);
    assertThat(verdict.shares()).hasSize(1);
    assertThat(verdict.shares().get(0).ofDue()).isEqualTo(0.39);
  }

  @Test
  void whatWasOverdueBeforeIsHeldAgainstNobody() {
    due(1000);
    before = new Unfinished(0, 50, Map.of(Cause.BUSY, 50L), 0);
    after = new Unfinished(0, 50, Map.of(Cause.BUSY, 50L), 0);
    assertThat(verdict().kind()).isEqualTo(Kind.KEPT);
  }

  @Test
  void callsUnderWayBeforeAreHeldAgainstNobody() {
    due(1000);
    before = new Unfinished(40, 0, Map.of(), 0);
    after = new Unfinished(40, 0, Map.of(), 0);
    assertThat(verdict().kind()).isEqualTo(Kind.KEPT);
    after = new Unfinished(60, 0, Map.of(), 0);
    assertThat(verdict().kind()).isEqualTo(Kind.SATURATED);
    assertThat(verdict().shares().get(0).iterations()).isEqualTo(20);
  }

  @Test
  void aTargetIsKeptUpToOneInAThousandAndNoFurther() {
    due(1000);
    dropped(Cause.BUSY, 1);
    assertThat(verdict().kind()).isEqualTo(Kind.KEPT);
    dropped(Cause.BUSY, 2);
    assertThat(verdict().kind()).isEqualTo(Kind.SATURATED);
  }

  @Test
  void aClosedLoopIsHeldToWhatItPostponedToo() {
    pacing = Pacing.THINK_TIME;
    due(500);
    count(Counter.POSTPONED, 500);
    after = new Unfinished(0, 0, Map.of(Cause.BUSY, 500L), 0);
    assertThat(verdict().shares().get(0).ofDue()).isEqualTo(0.5);
  }

  @Test
  void whateverCameOfFailuresIsTold() {
    due(1000);
    count(Counter.FAILED, 10);
    count(Counter.IN_DOUBT, 20);
    count(Counter.ROLLED_BACK, 30);
    dropped(Cause.FAILURES, 40);
    assertThat(verdict().explanation())
        .startsWith(
            "failed: of all iterations 10 failed, 20 are in doubt, 30 were rolled back, 40 were"
                + " dropped");
  }

  @ParameterizedTest
  @CsvSource({"FAILED, FAILED", "IN_DOUBT, FAILED", "ROLLED_BACK, FAILED", "EMPTY, IDLE"})
  void whatCameToNothingIsMissingToo(Counter counter, Kind kind) {
    due(1000);
    count(counter, 30);
    dropped(Cause.BUSY, 10);
    assertThat(verdict().kind()).isEqualTo(kind);
    assertThat(verdict().shares().get(0).iterations()).isEqualTo(30);
  }

  @Test
  void busyWorkersSpeakAgainstTheHarnessOnlyIfTheProcessHadNoProcessorsLeft() {
    due(10_000);
    dropped(Cause.BUSY, 1000);
    assertThat(verdict().kind()).isEqualTo(Kind.SATURATED);
    assertThat(verdict().explanation())
        .contains("saturated", "0.00 of 4 cores", "10 % of the iterations");
    cpu = SHORT;
    assertThat(verdict().kind()).isEqualTo(Kind.HARNESS_LIMITED);
    assertThat(verdict().explanation())
        .contains("3.70 of 4 cores", "these figures say nothing about the broker");
    dropped(Cause.NO_CONNECTION, 2000);
    assertThat(verdict().kind()).as("but a lost connection is one").isEqualTo(Kind.INTERRUPTED);
  }

  @Test
  void theWorkThatWasAskedForIsToldApartFromTheBroker() {
    due(10_000);
    dropped(Cause.BUSY, 1000);
    parts.put(LatencyKind.SERVICE, latency(90, 10_000_000));
    assertThat(verdict().explanation()).doesNotContain("work on messages");
    parts.put(LatencyKind.WORK, latency(45, 15_000_000));
    assertThat(verdict().kind()).isEqualTo(Kind.SATURATED);
    assertThat(verdict().explanation())
        .contains("is the limit; 75 % of their time was the work on messages that was asked for (");
  }

  /** Then requesters that fall short of their target wait for these responders. */
  @Test
  void whoHasNoTargetAndOnlyWorksIsToldToo() {
    parts.put(LatencyKind.SERVICE, latency(90, 10_000_000));
    parts.put(LatencyKind.WORK, latency(80, 10_000_000));
    assertThat(verdict().explanation()).isEqualTo("no target was set");
    parts.put(LatencyKind.WORK, latency(85, 10_000_000));
    assertThat(verdict().explanation())
        .isEqualTo(
            "no target was set; 94 % of their time was the work on messages that was asked for");
  }

  @Test
  void aMomentaryUseOfProcessorsIsNotEvidence() {
    CpuUse step = new CpuUse(10_000_000, 3_000_000, 2);
    assertThat(step.cores()).isEqualTo(2);
    cpu = step;
    assertThat(verdict().explanation()).isEqualTo("no target was set");
    due(1000);
    dropped(Cause.BUSY, 500);
    assertThat(verdict().kind()).isEqualTo(Kind.SATURATED);
  }

  @Test
  void severalCausesAreReportedInOrder() {
    due(1000);
    dropped(Cause.NO_CONNECTION, 410);
    dropped(Cause.HARNESS, 3);
    dropped(Cause.BUSY, 20);
    assertThat(verdict().explanation())
        .isEqualTo(
            "interrupted: connections were lost for 17.9 s of 54.0 s (2 of 2 workers); 41 % of the"
                + " iterations due are missing; saturated: 2.0 %; harness limited: 0.3 %");
  }

  @Test
  void failuresAreReportedByTheirCauses() {
    due(100);
    count(Counter.FAILED, 12);
    count(Counter.IN_DOUBT, 3);
    errors = Map.of("2053 queue full", 11L, "2033 no message", 1L);
    assertThat(verdict().explanation())
        .isEqualTo(
            "failed: of all iterations 12 failed, 3 are in doubt (11 x 2053 queue full, 1 x 2033 no"
                + " message); 15 % of the iterations due are missing");
  }

  @Test
  void aKeptTargetSaysHowMuchOfTheLatencyIsTheHarness() {
    due(100);
    latency = latency(100, 10_000_000);
    count(Counter.OWN_LATENESS_NANOS, 970_000_000);
    assertThat(verdict().kind()).isEqualTo(Kind.KEPT);
    assertThat(verdict().explanation())
        .isEqualTo("kept; 97 % of the latency is the harness's own lateness");
    count(Counter.OWN_LATENESS_NANOS, 99_000_000);
    assertThat(verdict().explanation()).as("of less than 1 ms nothing is said").isEqualTo("kept");
  }

  @Test
  void withoutATargetAShortHarnessIsStillSaid() {
    assertThat(verdict().kind()).isEqualTo(Kind.UNLIMITED);
    assertThat(verdict().explanation()).isEqualTo("no target was set");
    cpu = SHORT;
    assertThat(verdict().explanation()).contains("short of time");
    cpu = IDLE;
    count(Counter.WAKE_UPS, 10);
    count(Counter.OVERSLEPT_NANOS, 25_000_000);
    assertThat(verdict().explanation()).contains("2.50 ms late");
  }

  @Test
  void whatIsAlwaysUnderWayIsNotMissing() {
    due(1000);
    after = new Unfinished(10, 0, Map.of(), 0);
    slack = 9;
    assertThat(verdict().kind()).isEqualTo(Kind.KEPT);
    slack = 8;
    assertThat(verdict().kind()).isEqualTo(Kind.SATURATED);
  }

  @Test
  void whatWasDroppedIsMissingWhateverWasUnderWay() {
    due(1000);
    dropped(Cause.BUSY, 5);
    slack = 100;
    assertThat(verdict().kind()).isEqualTo(Kind.SATURATED);
    assertThat(verdict().shares().get(0).iterations()).isEqualTo(5);
  }

  @Test
  void withThinkTimeTheShortfallIsWhatWasPostponed() {
    pacing = Pacing.THINK_TIME;
    due(900);
    assertThat(verdict().kind()).isEqualTo(Kind.KEPT);
    count(Counter.POSTPONED, 100);
    after = new Unfinished(0, 0, Map.of(Cause.BUSY, 100L), 0);
    assertThat(verdict().kind()).isEqualTo(Kind.SATURATED);
    assertThat(verdict().explanation()).contains("longer than the interval between their starts");
    after = new Unfinished(0, 0, Map.of(Cause.BUSY, 20L, Cause.NO_CONNECTION, 80L), 0);
    assertThat(verdict().kind()).isEqualTo(Kind.INTERRUPTED);
  }

  @Test
  void ratesAreOverTheMeasuredTime() {
    due(500);
    dropped(Cause.BUSY, 100);
    Summary.Workload workload = workload(20 * SECOND, Map.of());
    assertThat(workload.measured().achievedPerSecond()).isEqualTo(20);
    assertThat(workload.measured().targetPerSecond()).isEqualTo(25);
    assertThat(workload.measured().ratio()).isEqualTo(0.8);
    counts = Counts.ZERO;
    Summary.Workload nothing = workload(0, Map.of());
    assertThat(nothing.measured().achievedPerSecond()).isZero();
    assertThat(nothing.measured().targetPerSecond()).isZero();
    assertThat(nothing.measured().ratio()).isOne();
  }

  @Test
  void aRunIsCleanIfNothingFailedAndNobodyWasLost() {
    assertThat(summary(workload(SECOND, Map.of())).clean()).isTrue();
    assertThat(summary(workload(SECOND, Map.of("a", 2L))).clean()).isFalse();
    assertThat(workload(SECOND, Map.of("a", 2L, "b", 1L)).errors()).isEqualTo(3);
  }

  /** The harness stood still in the warm-up, and dropped after it what had been due then. */
  @Test
  void whatWasDueBeforeAndDroppedAfterwardsIsNotMissing() {
    due(200);
    before = new Unfinished(0, 36, Map.of(Cause.HARNESS, 36L), 0);
    dropped(Cause.HARNESS, 36);
    assertThat(verdict().kind()).isEqualTo(Kind.KEPT);
  }

  /** Whatever was dropped or is unfinished, of whatever time, there is a verdict with its cause. */
  @Test
  void thereIsAVerdictOnEveryAccount() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 20_000; i++) {
      counts = Counts.ZERO;
      due(random.nextLong(1, 1_000));
      before = unfinished(random);
      after = unfinished(random);
      for (Cause cause : Cause.values()) {
        dropped(cause, few(random));
      }
      slack = random.nextInt(3) * random.nextDouble(20);
      nobodys = few(random);
      cpu = random.nextBoolean() ? IDLE : SHORT;
      Verdict found = verdict();
      assertThat(found.shares().isEmpty()).as("%s", found).isEqualTo(found.kind() == Kind.KEPT);
    }
  }

  private static Unfinished unfinished(SplittableRandom random) {
    Map<Cause, Long> missing = new EnumMap<>(Cause.class);
    for (Cause cause : Cause.values()) {
      missing.put(cause, few(random));
    }
    long overdue = missing.values().stream().mapToLong(Long::longValue).sum();
    return new Unfinished(few(random), overdue, missing, 0);
  }

  private static long few(SplittableRandom random) {
    return random.nextBoolean() ? 0 : random.nextLong(40);
  }

  private void due(long iterations) {
    count(Counter.DUE, iterations);
  }

  private void dropped(Cause cause, long iterations) {
    count(Counter.droppedFor(cause), iterations);
    long all = 0;
    for (Cause each : Cause.values()) {
      all += counts.dropped(each);
    }
    count(Counter.DROPPED, all);
  }

  private void count(Counter counter, long value) {
    counts = counts.with(counter, value);
  }

  /** Iterations in no other class were done. */
  private Window measures() {
    long growth = after.total() - before.total();
    Counts balanced = counts.with(Counter.DONE, counts.unfinishedGrowth() - growth);
    parts.put(LatencyKind.LATENCY, latency);
    return Window.of(0, balanced, parts, after);
  }

  private Verdict verdict() {
    Window measures = measures();
    return Verdict.of(
        new Verdict.Evidence(
            pacing,
            measures,
            Shortfall.of(measures, before).withNobodys(nobodys).by(cpu),
            slack,
            new Interruption(17_900_000_000L, 54 * SECOND, 2, 2),
            errors,
            cpu,
            hindrances));
  }

  private Summary.Workload workload(long nanos, Map<String, Long> errorsByCause) {
    Window whole =
        measures()
            .as(
                "w",
                nanos,
                List.of(),
                new Standing(
                    0,
                    0,
                    0,
                    PaceMode.PAUSED,
                    after,
                    0,
                    Connections.NONE,
                    errorsByCause,
                    Optional.empty()));
    return new Summary.Workload(
        whole.asking((double) counts.due()), whole, Reconnects.NONE, 0, verdict());
  }

  private static Summary summary(Summary.Workload workload) {
    return new Summary(
        "",
        Instant.EPOCH,
        SECOND,
        0,
        IDLE,
        List.of(workload),
        new RunBatches(),
        "over",
        List.of(),
        List.of());
  }

  private static Latency latency(long count, long nanos) {
    Histogram histogram = new Histogram(2);
    histogram.setAutoResize(true);
    histogram.recordValueWithCount(nanos, count);
    return Latency.of(histogram);
  }
}
