package dev.sluice.core.pacing;

import static dev.sluice.core.pacing.Cause.BUSY;
import static dev.sluice.core.pacing.Cause.FAILURES;
import static dev.sluice.core.pacing.Cause.HARNESS;
import static dev.sluice.core.pacing.Cause.NOTHING_TO_DO;
import static dev.sluice.core.pacing.Cause.NO_CONNECTION;
import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.time.SimulatedClock;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** At one iteration a second, so that N counts the seconds. */
@SuppressWarnings("EnumOrdinal") // causes in their order
class BacklogCausesTest {

  private final LiveRate liveRate = new LiveRate(0, PacingQuantum.EXACT, CatchUp.DEFAULT);
  private final SimulatedClock clock = new SimulatedClock();
  private final BacklogCauses backlog = new BacklogCauses(liveRate, false, clock);
  private final Dropped dropped = new Dropped();

  BacklogCausesTest() {
    liveRate.turn(new ConstantRate(1), 0);
    liveRate.start(0);
  }

  @Test
  void whatNothingElseExplainsGrewInCalls() {
    assertThat(causes(backlog, 10, 10)).isEqualTo(Map.of(BUSY, 10L));
  }

  @Test
  void aLossExplainsWhatGrewUntilTheConnectionWasBack() {
    backlog.lost(2 * SECOND);
    backlog.lost(4 * SECOND); // which is the same loss
    assertThat(causes(backlog, 5, 5)).isEqualTo(Map.of(NO_CONNECTION, 3L, BUSY, 2L));
    backlog.back(8 * SECOND);
    backlog.back(9 * SECOND);
    assertThat(causes(backlog, 10, 10)).isEqualTo(Map.of(NO_CONNECTION, 6L, BUSY, 4L));
  }

  @Test
  void aFailureExplainsWhatGrewUntilTheWorkerWentOn() {
    backlog.failing(3 * SECOND);
    assertThat(causes(backlog, 5, 5)).isEqualTo(Map.of(FAILURES, 2L, BUSY, 3L));
    backlog.recovered(7 * SECOND);
    backlog.recovered(9 * SECOND);
    assertThat(causes(backlog, 10, 10)).isEqualTo(Map.of(FAILURES, 4L, BUSY, 6L));
  }

  @Test
  void aLossDuringAFailureIsExplainedByTheLossAlone() {
    backlog.failing(2 * SECOND);
    backlog.lost(3 * SECOND);
    assertThat(causes(backlog, 5, 5)).isEqualTo(Map.of(NO_CONNECTION, 2L, FAILURES, 1L, BUSY, 2L));
    backlog.back(6 * SECOND);
    assertThat(causes(backlog, 7, 7)).isEqualTo(Map.of(NO_CONNECTION, 3L, FAILURES, 2L, BUSY, 2L));
    backlog.recovered(8 * SECOND);
    assertThat(causes(backlog, 10, 10))
        .isEqualTo(Map.of(NO_CONNECTION, 3L, FAILURES, 3L, BUSY, 4L));
  }

  @Test
  void aSearchThatFoundNothingExplainsItsTime() {
    backlog.foundNothing(2 * SECOND, 7 * SECOND);
    assertThat(causes(backlog, 10, 10)).isEqualTo(Map.of(NOTHING_TO_DO, 5L, BUSY, 5L));
  }

  @Test
  void whoCaughtUpForgetsWhatWasBeforeAndWokeLate() {
    backlog.foundNothing(2 * SECOND, 7 * SECOND);
    backlog.sleeps(10);
    backlog.woke(12);
    assertThat(causes(backlog, 10, 20)).isEqualTo(Map.of(HARNESS, 2L, BUSY, 8L));
  }

  @Test
  void whatBeganBeforeTheWorkerCaughtUpExplainsOnlyWhatGrewAfterIt() {
    backlog.lost(5 * SECOND);
    backlog.sleeps(8);
    backlog.woke(8);
    assertThat(causes(backlog, 1, 9)).isEqualTo(Map.of(NO_CONNECTION, 1L));
    backlog.back(10 * SECOND);
    assertThat(causes(backlog, 4, 12)).isEqualTo(Map.of(NO_CONNECTION, 2L, BUSY, 2L));

    backlog.failing(13 * SECOND);
    backlog.sleeps(15);
    backlog.woke(15);
    backlog.recovered(16 * SECOND);
    assertThat(causes(backlog, 4, 19)).isEqualTo(Map.of(FAILURES, 1L, BUSY, 3L));

    backlog.sleeps(20);
    backlog.woke(20);
    backlog.foundNothing(18 * SECOND, 21 * SECOND);
    assertThat(causes(backlog, 4, 24)).isEqualTo(Map.of(NOTHING_TO_DO, 1L, BUSY, 3L));

    backlog.lost(24 * SECOND);
    backlog.sleeps(26);
    backlog.woke(26);
    backlog.back(27 * SECOND);
    assertThat(causes(backlog, 2, 28)).isEqualTo(Map.of(NO_CONNECTION, 1L, BUSY, 1L));
  }

  @Test
  void whatIsDroppedTakesItsCausesWithItAndLeavesTheRestItsOwn() {
    backlog.lost(0);
    backlog.back(6 * SECOND);
    backlog.drop(6, 0, 6, dropped);
    assertThat(dropped.counts).as("the oldest").isEqualTo(Map.of(NO_CONNECTION, 6L));
    assertThat(causes(backlog, 9, 15)).isEqualTo(Map.of(BUSY, 9L));

    backlog.lost(12 * SECOND);
    backlog.back(14 * SECOND);
    dropped.counts.clear();
    backlog.drop(7, 6, 13, dropped);
    assertThat(dropped.counts).isEqualTo(Map.of(NO_CONNECTION, 1L, BUSY, 6L));
    assertThat(causes(backlog, 7, 20)).isEqualTo(Map.of(NO_CONNECTION, 1L, BUSY, 6L));
  }

  @Test
  void aStandstillGoesBeforeWhateverElseWasTrue() {
    clock.advance(-SimulatedClock.ORIGIN);
    backlog.lost(4 * SECOND);
    look(0, 2);
    clock.advance(6 * SECOND);
    assertThat(causes(backlog, 6, 6))
        .as("the look is late")
        .isEqualTo(Map.of(HARNESS, 4L, NO_CONNECTION, 1L, BUSY, 1L));
    look(4, 1);
    backlog.back(8 * SECOND);
    assertThat(causes(backlog, 10, 10))
        .as("it has come")
        .isEqualTo(Map.of(HARNESS, 4L, NO_CONNECTION, 3L, BUSY, 3L));
  }

  private void look(int stoodSeconds, int nextSeconds) {
    long nowNanos = clock.nanos();
    liveRate.standstills().look(nowNanos, stoodSeconds * SECOND, nowNanos + nextSeconds * SECOND);
  }

  @Test
  void aClosedLoopSharesOutWhatItPostponed() {
    BacklogCauses closedLoop = new BacklogCauses(liveRate, true, clock);
    closedLoop.sleptThrough(0, 3);
    assertThat(causes(closedLoop, 5, 100)).isEqualTo(Map.of(HARNESS, 3L, BUSY, 2L));
  }

  /** Without those that explain nothing. */
  private static Map<Cause, Long> causes(BacklogCauses backlog, long iterations, double nowCount) {
    Map<Cause, Long> causes = new EnumMap<>(Cause.class);
    long[] shares = backlog.causesOf(iterations, nowCount);
    for (Cause cause : Cause.values()) {
      if (shares[cause.ordinal()] != 0) {
        causes.put(cause, shares[cause.ordinal()]);
      }
    }
    return causes;
  }

  private static final class Dropped implements PacingLog {

    final Map<Cause, Long> counts = new EnumMap<>(Cause.class);

    @Override
    public void dropped(Cause cause, long count) {
      assertThat(count).isPositive();
      assertThat(counts.put(cause, count)).as("told once of each").isNull();
    }

    @Override
    public void woke(long wakeUpDelayNanos) {}

    @Override
    public void begun(long beganNanos, long ownNanos) {}

    @Override
    public void begunUnscheduled(long beganNanos) {}
  }
}
