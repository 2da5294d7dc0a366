package dev.sluice.control.sink.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.pacing.Cause;
import dev.sluice.core.result.CpuUse;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.RunStatus;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.run.TargetState;
import dev.sluice.core.stats.Connections;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A page says what is the limit, since when and why, as long as it is so. */
class LiveVerdictTest {

  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final Instant START = Instant.parse("2026-01-02T12:03:00Z");
  private static final RunSpec SPEC =
      new RunSpec(
          "", List.of(), Duration.ZERO, Duration.ZERO, Duration.ofSeconds(1), Duration.ZERO);

  private final LiveVerdict verdict = new LiveVerdict(SPEC, ZoneOffset.UTC);

  @Test
  void theLimitIsNamedWithItsTimeAndReason() {
    interval(1, 100, 0, Cause.BUSY);
    assertThat(now())
        .isEqualTo(new PageVerdict(PageVerdict.Level.GOOD, "Running, target kept", List.of()));
    interval(2, 60, 40, Cause.BUSY);
    interval(3, 60, 80, Cause.BUSY);
    assertThat(now().headline()).isEqualTo("The broker has been the limit since 12:03:01");
    assertThat(now().level()).isEqualTo(PageVerdict.Level.WARNING);
    assertThat(now().details())
        .singleElement()
        .asString()
        .startsWith("Since 12:03:01 senders: saturated: workers were busy when iterations were due")
        .contains("0.50 of 2 cores");
    interval(4, 180, 0, Cause.BUSY);
    assertThat(now().headline()).isEqualTo("Running, target kept");
  }

  @Test
  void theHarnessIsNotTakenForTheBroker() {
    interval(1, 60, 40, Cause.HARNESS);
    assertThat(now().headline()).isEqualTo("The harness has been the limit since 12:03:00");
    assertThat(now().level()).isEqualTo(PageVerdict.Level.BAD);
  }

  @Test
  void aStandstillOfTheHarnessIsNamedWithItsTime() {
    for (long second : List.of(5, 31)) {
      Hindrance stood =
          new Hindrance(
              Hindrance.Kind.STANDSTILL,
              second * SECOND_NANOS,
              (second + 3) * SECOND_NANOS,
              3 * SECOND_NANOS);
      verdict.event(
          new RunEvent(START, 0, RunEvent.Kind.HARNESS, "", stood.text(), Optional.of(stood)));
    }
    interval(31, 100, 0, Cause.HARNESS);
    interval(34, 60, 40, Cause.HARNESS);
    assertThat(now().details())
        .singleElement()
        .asString()
        .contains("standstill 3.0 s from 31.0 s to 34.0 s of the run")
        .doesNotContain("from 5.0 s");
  }

  @Test
  void theNewestCauseIsTheOneThatIsTold() {
    for (int second = 1; second <= 30; second++) {
      interval(second, 40, 60L * second, Cause.BUSY);
    }
    interval(31, 0, Map.of(Cause.BUSY, 1_800L, Cause.NO_CONNECTION, 100L));
    interval(32, 0, Map.of(Cause.BUSY, 1_800L, Cause.NO_CONNECTION, 200L));
    assertThat(now().headline()).isEqualTo("Connections have been lost since 12:03:30");
    assertThat(now().details())
        .singleElement()
        .asString()
        .startsWith("Since 12:03:30 senders: interrupted");
  }

  @Test
  void whatIsUnderWayIsNoTrouble() {
    interval(1, 98, 1, Cause.BUSY);
    assertThat(now().headline()).isEqualTo("Running, target kept");
  }

  @Test
  void workersThatAreMissingAreAWarningWhileTheyAre() {
    interval(1, 100, 0, Cause.BUSY);
    List<String> away = List.of("Agent a2 is dead.");
    assertThat(verdict.in(status(1), away))
        .isEqualTo(
            new PageVerdict(
                PageVerdict.Level.WARNING, "Running, only 1 of 2 workers of senders up", away));
    assertThat(verdict.in(status(2), away).headline())
        .as("another agent has their places")
        .isEqualTo("Running, target kept");
    interval(2, 60, 40, Cause.BUSY);
    assertThat(verdict.in(status(1), away).headline()).startsWith("The broker has been the limit");
    assertThat(verdict.in(status(1), away).details()).hasSize(2).endsWith("Agent a2 is dead.");
  }

  private static RunStatus status(int workersUp) {
    return new RunStatus(
        "",
        RunPhase.RUNNING,
        0,
        List.of(
            new WorkloadStatus(
                "senders",
                TargetState.of(new RateTarget.Total(100), Duration.ZERO, 2).beginning(0),
                workersUp,
                2,
                Counts.ZERO,
                Connections.NONE,
                Map.of(),
                Optional.empty())));
  }

  private PageVerdict now() {
    return verdict.in(status(2), List.of());
  }

  /** A second in which 100 were due. */
  private void interval(int number, long done, long overdue, Cause cause) {
    interval(number, done, Map.of(cause, overdue));
  }

  private void interval(int number, long done, Map<Cause, Long> missing) {
    Window measures =
        Window.of(
            100,
            Counts.of(Map.of(Counter.ITERATIONS, done, Counter.DONE, done, Counter.DUE, 100L)),
            Map.of(),
            Unfinished.NOTHING);
    Unfinished unfinished =
        new Unfinished(0, missing.values().stream().mapToLong(each -> each).sum(), missing, 0);
    Window workload =
        measures.as(
            "senders", SECOND_NANOS, List.of(), Snapshots.standing(2, 100, unfinished, Map.of()));
    verdict.interval(
        new Snapshot(
            number,
            START.plusSeconds(number),
            number * SECOND_NANOS,
            SECOND_NANOS,
            false,
            "",
            CpuUse.of(0.5, SECOND_NANOS, 2),
            List.of(workload)));
  }
}
