package dev.sluice.core.pacing;

import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.pacing.PacingQuantum.WakeSlot;
import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.pacing.RateCurve.LinearRamp;
import dev.sluice.core.pacing.RateCurve.NoSchedule;
import dev.sluice.core.stats.WorkerStats;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.SimulatedClock;
import dev.sluice.core.time.WaitPoint;
import java.util.List;
import java.util.Map;
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
        liveRate -> liveRate.turn(NoSchedule.PAUSED, NanoClock.SYSTEM.nanos()),
        liveRate -> liveRate.deal(workers -> new ConstantRate(7), NanoClock.SYSTEM.nanos()));
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
    liveRate.start(clock.nanos());
    clock.advance(SECOND);
    assertThat(liveRate.schedule().countAt(clock.nanos())).isEqualTo(10);
  }

  @Test
  void pausingTwiceChangesNothing() {
    liveRate.turn(new ConstantRate(10), clock.nanos());
    liveRate.start(clock.nanos());
    liveRate.turn(NoSchedule.PAUSED, clock.nanos());
    Schedule paused = liveRate.schedule();
    liveRate.turn(NoSchedule.PAUSED, clock.nanos());
    assertThat(liveRate.schedule()).isSameAs(paused);
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
    assertThat(liveRate.schedule().curveAt(clock.nanos())).isEqualTo(new LinearRamp(300, 1000, 7));
    assertThat(liveRate.schedule().quantumNanos()).isPositive();
  }

  @Test
  void aPauseIsNotEndedByRefittingTheQuantum() {
    liveRate.turn(new ConstantRate(1000), clock.nanos());
    liveRate.start(clock.nanos());
    liveRate.turn(NoSchedule.PAUSED, clock.nanos());
    workers(1000).forEach(liveRate::join);
    deal();
    assertThat(liveRate.schedule().paused()).isTrue();
  }

  @Test
  void workersAreThereBeforeTheyShareTheWork() {
    List<Pacer> workers = workers(3);
    liveRate.turn(new ConstantRate(10), clock.nanos());
    workers.subList(0, 2).forEach(liveRate::join);
    assertThat(liveRate.started()).isFalse();
    assertMembers(0, 2);
    liveRate.start(clock.nanos());
    assertThat(liveRate.started()).isTrue();
    assertMembers(2, 2);
    liveRate.join(workers.get(2));
    assertMembers(2, 3);
    deal();
    assertMembers(3, 3);
    liveRate.leave(workers.get(0), clock.nanos());
    assertMembers(2, 2);
    liveRate.join(workers.get(0));
    liveRate.leave(workers.get(0), clock.nanos());
    assertMembers(2, 2);
  }

  private void assertMembers(int members, int present) {
    assertThat(liveRate.members()).isEqualTo(members);
    assertThat(liveRate.present()).isEqualTo(present);
  }

  @Test
  void nothingFallsDueForWhoHasLeftAndTheOthersMakeUpForIt() {
    List<Pacer> workers = workers(2);
    workers.forEach(liveRate::join);
    liveRate.turn(new ConstantRate(10), clock.nanos());
    liveRate.start(clock.nanos());
    clock.advance(2 * SECOND);
    liveRate.leave(workers.get(0), clock.nanos());
    clock.advance(SECOND);
    assertThat(workers.get(0).backlog().dueBy(clock.nanos())).isEqualTo(21);
    assertThat(workers.get(1).backlog().dueBy(clock.nanos())).isEqualTo(30);
    liveRate.deal(members -> new ConstantRate(20.0 / members), clock.nanos());
    clock.advance(SECOND);
    assertThat(workers.get(0).backlog().dueBy(clock.nanos())).isEqualTo(21);
    assertThat(workers.get(1).backlog().dueBy(clock.nanos())).isBetween(50L, 51L);
  }

  @Test
  void workIsDealtWithTheNumberOfMembers() {
    workers(2).forEach(liveRate::join);
    liveRate.turn(new ConstantRate(10), clock.nanos());
    liveRate.deal(workers -> new ConstantRate(workers), clock.nanos());
    liveRate.start(clock.nanos());
    assertThat(liveRate.schedule().curveAt(clock.nanos()))
        .as("before the start there is nothing to deal")
        .isEqualTo(new ConstantRate(10));
    workers(3).forEach(liveRate::join);
    liveRate.deal(workers -> new ConstantRate(workers), clock.nanos());
    assertThat(liveRate.schedule().curveAt(clock.nanos())).isEqualTo(new ConstantRate(5));
  }

  @Test
  void aLeaseEndsWhereItIsToldToButNotInThePast() {
    liveRate.leaseUntil(100, 0);
    assertThat(liveRate.mayBegin(100)).isTrue();
    assertThat(liveRate.mayBegin(101)).isFalse();
    assertThat(liveRate.leased(99)).isEqualTo(99);
    assertThat(liveRate.leased(200)).isEqualTo(100);
    liveRate.leaseUntil(30, 50); // shorter, and too late for that
    assertThat(liveRate.leased(200)).isEqualTo(50);
    liveRate.leaseUntil(60, 70); // it has run out, and is not prolonged into the past
    assertThat(liveRate.leased(200)).isEqualTo(50);
    liveRate.leaseUntil(80, 80);
    assertThat(liveRate.leased(200)).isEqualTo(80);
  }

  @Test
  void whatLetsWorkBeginWakesAllWhoAreThere() {
    Wakes wakes = new Wakes();
    LiveRate live = new LiveRate(0, PacingQuantum.EXACT, CatchUp.DEFAULT);
    live.turn(new ConstantRate(10), 0);
    live.join(worker(live, new WaitPoint(wakes), wakes));
    wakes.assertEach(1, () -> live.start(1));
    live.join(worker(live, new WaitPoint(wakes), wakes));
    wakes.assertEach(2, () -> live.turn(NoSchedule.PAUSED, 2));
    wakes.assertEach(2, () -> live.turn(new ConstantRate(10), 3));
    wakes.assertEach(2, () -> live.turn(NoSchedule.UNTHROTTLED, 4));
    wakes.assertEach(2, () -> live.deal(workers -> new ConstantRate(10), 5));

    wakes.assertEach(0, () -> live.leaseUntil(100, 6));
    wakes.assertEach(0, () -> live.leaseUntil(200, 7));
    assertThat(live.mayBegin(201)).isFalse();
    wakes.assertEach(2, () -> live.leaseUntil(300, 199)); // by a reading before that worker's
    wakes.assertEach(0, () -> live.leaseUntil(400, 299));
    wakes.assertEach(2, () -> live.leaseUntil(500, 401));

    CommonSchedule plan = CommonSchedule.starting(new ConstantRate(10), Map.of("one", 2), 410);
    wakes.assertEach(2, () -> live.follow(plan.shareOf("one"), 402));
    wakes.assertEach(0, () -> live.follow(plan.shareOf("one"), 403));
    wakes.assertEach(2, () -> live.follow(plan.shareOf("one").by(1), 404));
  }

  /** Counts who is woken. */
  private static final class Wakes implements NanoClock {

    private int wakes;

    void assertEach(int expected, Runnable change) {
      wakes = 0;
      change.run();
      assertThat(wakes).isEqualTo(expected);
    }

    @Override
    public void unpark(Thread thread) {
      wakes++;
    }

    @Override
    public long nanos() {
      return 0;
    }

    @Override
    public void parkUntil(long deadlineNanos) {}
  }

  /** Deals the work out again, at the same rate for each. */
  private void deal() {
    RateCurve same = liveRate.schedule().curveAt(clock.nanos());
    liveRate.deal(workers -> same, clock.nanos());
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
