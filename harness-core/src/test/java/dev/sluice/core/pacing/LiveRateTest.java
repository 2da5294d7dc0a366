package dev.sluice.core.pacing;

import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.pacing.RateCurve.LinearRamp;
import dev.sluice.core.pacing.RateCurve.Unthrottled;
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
  private final LiveRate dial = new LiveRate(clock.nanos(), PacingQuantum.AUTO, CatchUp.DEFAULT);

  static Stream<Consumer<LiveRate>> changes() {
    return Stream.of(
        dial -> dial.turn(new ConstantRate(116), NanoClock.SYSTEM.nanos()),
        dial -> dial.turn(Unthrottled.INSTANCE, NanoClock.SYSTEM.nanos()),
        dial -> dial.pause(NanoClock.SYSTEM.nanos()),
        dial -> dial.deal(workers -> 7, NanoClock.SYSTEM.nanos()));
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
    dial.turn(new ConstantRate(10), clock.nanos());
    clock.advance(SECOND);
    assertThat(dial.paused()).isTrue();
    assertThat(dial.schedule().countAt(clock.nanos())).isZero();
    assertThat(dial.curve(clock.nanos())).isEqualTo(new ConstantRate(10));
    dial.resume(clock.nanos());
    assertThat(dial.paused()).as("a start is not a resume").isTrue();
    dial.start(clock.nanos());
    clock.advance(SECOND);
    assertThat(dial.schedule().countAt(clock.nanos())).isEqualTo(10);
  }

  @Test
  void aPauseKeepsWhatIsLeftOfARamp() {
    dial.turn(new LinearRamp(0, 100, 10), clock.nanos());
    dial.start(clock.nanos());
    clock.advance(4 * SECOND);
    dial.pause(clock.nanos());
    clock.advance(1000 * SECOND);
    assertThat(dial.curve(clock.nanos())).isEqualTo(new LinearRamp(40, 100, 6));
    dial.resume(clock.nanos());
    clock.advance(6 * SECOND);
    assertThat(dial.schedule().countAt(clock.nanos())).isEqualTo(500);
    assertThat(dial.schedule().ratePerSecondAt(clock.nanos())).isEqualTo(100);
  }

  @Test
  void pausingTwiceOrResumingWhatRunsChangesNothing() {
    dial.turn(new ConstantRate(10), clock.nanos());
    dial.start(clock.nanos());
    Schedule running = dial.schedule();
    dial.resume(clock.nanos());
    assertThat(dial.schedule()).isSameAs(running);
    dial.pause(clock.nanos());
    Schedule paused = dial.schedule();
    dial.pause(clock.nanos());
    assertThat(dial.schedule()).isSameAs(paused);
    assertThat(dial.curve(clock.nanos())).isEqualTo(new ConstantRate(10));
  }

  @Test
  void theAutomaticQuantumFollowsTheNumberOfWorkers() {
    dial.turn(new ConstantRate(1000), clock.nanos());
    dial.start(clock.nanos());
    List<Pacer> workers = workers(100);
    workers.subList(0, 50).forEach(dial::join);
    deal();
    assertThat(dial.schedule().quantumNanos()).isZero();
    workers.forEach(dial::join);
    deal();
    assertThat(dial.schedule().quantumNanos()).isEqualTo(2_000_000);
    workers.subList(50, 100).forEach(worker -> dial.leave(worker, clock.nanos()));
    deal();
    assertThat(dial.schedule().quantumNanos()).isZero();
  }

  @Test
  void theQuantumIsThatOfTheHighestRateToCome() {
    workers(100).forEach(dial::join);
    dial.turn(new LinearRamp(0, 1000, 10), clock.nanos());
    dial.start(clock.nanos());
    assertThat(dial.schedule().quantumNanos()).isEqualTo(2_000_000);
    dial.turn(new ConstantRate(10), clock.nanos());
    assertThat(dial.schedule().quantumNanos()).isZero();
  }

  @Test
  void refittingTheQuantumChangesNeitherCountNorCurve() {
    dial.turn(new LinearRamp(0, 1000, 10), clock.nanos());
    dial.start(clock.nanos());
    clock.advance(3 * SECOND);
    double count = dial.schedule().countAt(clock.nanos());
    workers(1000).forEach(dial::join);
    deal();
    assertThat(dial.schedule().countAt(clock.nanos())).isEqualTo(count);
    assertThat(dial.curve(clock.nanos())).isEqualTo(new LinearRamp(300, 1000, 7));
    assertThat(dial.schedule().quantumNanos()).isPositive();
  }

  @Test
  void aPauseIsNotEndedByRefittingTheQuantum() {
    dial.turn(new ConstantRate(1000), clock.nanos());
    dial.start(clock.nanos());
    dial.pause(clock.nanos());
    workers(1000).forEach(dial::join);
    deal();
    assertThat(dial.paused()).isTrue();
  }

  /** Deals the work out again, at the same rate for each. */
  private void deal() {
    double perSecond = dial.curve(clock.nanos()).finalRatePerSecond();
    dial.deal(workers -> perSecond, clock.nanos());
  }

  private List<Pacer> workers(int count) {
    return Stream.generate(() -> worker(dial, new WaitPoint(clock), clock)).limit(count).toList();
  }

  private static Pacer worker(LiveRate dial, WaitPoint waitPoint, NanoClock clock) {
    return new Pacer(
        dial,
        Arrivals.UNIFORM.sequence(null),
        Pacing.SCHEDULE,
        new WakeSlot(0),
        waitPoint,
        clock,
        new WorkerStats());
  }
}
