package dev.sluice.core.pacing;

import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.pacing.RateCurve.LinearRamp;
import dev.sluice.core.pacing.RateCurve.NoSchedule;
import dev.sluice.core.stats.WorkerStats;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.SimulatedClock;
import dev.sluice.core.time.WaitPoint;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LiveRateTest {

  private final SimulatedClock clock = new SimulatedClock();
  private final LiveRate liveRate =
      new LiveRate(clock.nanos(), PacingQuantum.AUTO, CatchUp.DEFAULT);

  static Stream<Consumer<LiveRate>> changes() {
    return Stream.of(
        liveRate -> liveRate.turn(new ConstantRate(116), NanoClock.SYSTEM.nanos()),
        liveRate -> liveRate.turn(NoSchedule.UNTHROTTLED, NanoClock.SYSTEM.nanos()),
        liveRate -> liveRate.pause(NanoClock.SYSTEM.nanos()),
        liveRate -> liveRate.deal(workers -> 7, NanoClock.SYSTEM.nanos()));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void aChangeWakesAllWhoWait(Consumer<LiveRate> change) throws InterruptedException {
    int waiters = 5;
    LiveRate live = new LiveRate(NanoClock.SYSTEM.nanos(), PacingQuantum.EXACT, CatchUp.DEFAULT);
    live.turn(new ConstantRate(1), NanoClock.SYSTEM.nanos());
    live.start(NanoClock.SYSTEM.nanos());
    Schedule before = live.schedule();
    CountDownLatch waiting = new CountDownLatch(waiters);
    CountDownLatch awake = new CountDownLatch(waiters);
    for (int i = 0; i < waiters; i++) {
      Thread waiter =
          new Thread(
              () -> {
                WaitPoint waitPoint = new WaitPoint(NanoClock.SYSTEM);
                waitPoint.attach();
                live.join(worker(live, waitPoint, NanoClock.SYSTEM));
                waiting.countDown();
                while (live.schedule() == before) {
                  waitPoint.parkUntil(NanoClock.NEVER);
                }
                awake.countDown();
              });
      waiter.setDaemon(true);
      waiter.start();
    }
    assertThat(waiting.await(30, TimeUnit.SECONDS)).isTrue();
    change.accept(live);
    assertThat(awake.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void beforeTheStartNothingIsDueAndARateIsKeptForIt() {
    liveRate.turn(new ConstantRate(10), clock.nanos());
    clock.advance(SECOND);
    assertThat(liveRate.schedule().paused()).isTrue();
    assertThat(liveRate.schedule().countAt(clock.nanos())).isZero();
    assertThat(liveRate.curve(clock.nanos())).isEqualTo(new ConstantRate(10));
    liveRate.resume(clock.nanos());
    assertThat(liveRate.schedule().paused()).as("a start is not a resume").isTrue();
    liveRate.start(clock.nanos());
    clock.advance(SECOND);
    assertThat(liveRate.schedule().countAt(clock.nanos())).isEqualTo(10);
  }

  @Test
  void aPauseKeepsWhatIsLeftOfARamp() {
    liveRate.turn(new LinearRamp(0, 100, 10), clock.nanos());
    liveRate.start(clock.nanos());
    clock.advance(4 * SECOND);
    liveRate.pause(clock.nanos());
    clock.advance(1000 * SECOND);
    assertThat(liveRate.curve(clock.nanos())).isEqualTo(new LinearRamp(40, 100, 6));
    liveRate.resume(clock.nanos());
    clock.advance(6 * SECOND);
    assertThat(liveRate.schedule().countAt(clock.nanos())).isEqualTo(500);
    assertThat(liveRate.schedule().ratePerSecondAt(clock.nanos())).isEqualTo(100);
  }

  @Test
  void pausingTwiceOrResumingWhatRunsChangesNothing() {
    liveRate.turn(new ConstantRate(10), clock.nanos());
    liveRate.start(clock.nanos());
    Schedule running = liveRate.schedule();
    liveRate.resume(clock.nanos());
    assertThat(liveRate.schedule()).isSameAs(running);
    liveRate.pause(clock.nanos());
    Schedule paused = liveRate.schedule();
    liveRate.pause(clock.nanos());
    assertThat(liveRate.schedule()).isSameAs(paused);
    assertThat(liveRate.curve(clock.nanos())).isEqualTo(new ConstantRate(10));
  }

  @Test
  void theAutomaticQuantumFollowsTheNumberOfWorkers() {
    liveRate.turn(new ConstantRate(1000), clock.nanos());
    liveRate.start(clock.nanos());
    List<Pacer> workers = workers(100);
    workers.subList(0, 50).forEach(liveRate::join);
    deal();
    assertThat(liveRate.schedule().quantumNanos()).isZero();
    workers.forEach(liveRate::join);
    deal();
    assertThat(liveRate.schedule().quantumNanos()).isEqualTo(2_000_000);
    workers.subList(50, 100).forEach(worker -> liveRate.leave(worker, clock.nanos()));
    deal();
    assertThat(liveRate.schedule().quantumNanos()).isZero();
  }

  @Test
  void theQuantumIsThatOfTheHighestRateToCome() {
    workers(100).forEach(liveRate::join);
    liveRate.turn(new LinearRamp(0, 1000, 10), clock.nanos());
    liveRate.start(clock.nanos());
    assertThat(liveRate.schedule().quantumNanos()).isEqualTo(2_000_000);
    liveRate.turn(new ConstantRate(10), clock.nanos());
    assertThat(liveRate.schedule().quantumNanos()).isZero();
  }

  @Test
  void refittingTheQuantumChangesNeitherCountNorCurve() {
    liveRate.turn(new LinearRamp(0, 1000, 10), clock.nanos());
    liveRate.start(clock.nanos());
    clock.advance(3 * SECOND);
    double count = liveRate.schedule().countAt(clock.nanos());
    workers(1000).forEach(liveRate::join);
    deal();
    assertThat(liveRate.schedule().countAt(clock.nanos())).isEqualTo(count);
    assertThat(liveRate.curve(clock.nanos())).isEqualTo(new LinearRamp(300, 1000, 7));
    assertThat(liveRate.schedule().quantumNanos()).isPositive();
  }

  @Test
  void aPauseIsNotEndedByRefittingTheQuantum() {
    liveRate.turn(new ConstantRate(1000), clock.nanos());
    liveRate.start(clock.nanos());
    liveRate.pause(clock.nanos());
    workers(1000).forEach(liveRate::join);
    deal();
    assertThat(liveRate.schedule().paused()).isTrue();
  }

  /** Deals the work out again, at the same rate for each. */
  private void deal() {
    double perSecond = liveRate.curve(clock.nanos()).finalRatePerSecond();
    liveRate.deal(workers -> perSecond, clock.nanos());
  }

  private List<Pacer> workers(int count) {
    return Stream.generate(() -> worker(liveRate, new WaitPoint(clock), clock))
        .limit(count)
        .toList();
  }

  private static Pacer worker(LiveRate liveRate, WaitPoint waitPoint, NanoClock clock) {
    return new Pacer(
        liveRate,
        Arrivals.UNIFORM.sequence(null),
        Pacing.SCHEDULE,
        new WakeSlot(0),
        waitPoint,
        clock,
        new WorkerStats());
  }
}
