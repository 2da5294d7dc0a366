package dev.sluice.core.rate;

import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.SimulatedClock;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RateDialTest {

  private final SimulatedClock clock = new SimulatedClock();
  private final RateDial dial = new RateDial(clock, PacingQuantum.AUTO, CatchUp.DEFAULT);

  static Stream<Consumer<RateDial>> changes() {
    return Stream.of(
        dial -> dial.turn(new ConstantRate(116)),
        dial -> dial.turn(Unthrottled.INSTANCE),
        RateDial::pause,
        RateDial::requantise);
  }

  @ParameterizedTest
  @MethodSource("changes")
  void aChangeWakesAllWhoWait(Consumer<RateDial> change) throws InterruptedException {
    int waiters = 5;
    RateDial live = new RateDial(NanoClock.SYSTEM, PacingQuantum.EXACT, CatchUp.DEFAULT);
    live.turn(new ConstantRate(1));
    live.start();
    RateSchedule before = live.schedule();
    CountDownLatch waiting = new CountDownLatch(waiters);
    CountDownLatch awake = new CountDownLatch(waiters);
    for (int i = 0; i < waiters; i++) {
      Thread waiter =
          new Thread(
              () -> {
                WaitPoint waitPoint = new WaitPoint(NanoClock.SYSTEM);
                waitPoint.attach();
                live.join(waitPoint);
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
    dial.turn(new ConstantRate(10));
    clock.advance(SECOND);
    assertThat(dial.paused()).isTrue();
    assertThat(dial.schedule().countAt(clock.nanos())).isZero();
    assertThat(dial.curve()).isEqualTo(new ConstantRate(10));
    dial.resume();
    assertThat(dial.paused()).as("a start is not a resume").isTrue();
    dial.start();
    clock.advance(SECOND);
    assertThat(dial.schedule().countAt(clock.nanos())).isEqualTo(10);
  }

  @Test
  void aPauseKeepsWhatIsLeftOfARamp() {
    dial.turn(new LinearRamp(0, 100, 10));
    dial.start();
    clock.advance(4 * SECOND);
    dial.pause();
    clock.advance(1000 * SECOND);
    assertThat(dial.curve()).isEqualTo(new LinearRamp(40, 100, 6));
    dial.resume();
    clock.advance(6 * SECOND);
    assertThat(dial.schedule().countAt(clock.nanos())).isEqualTo(500);
    assertThat(dial.schedule().ratePerSecondAt(clock.nanos())).isEqualTo(100);
  }

  @Test
  void pausingTwiceOrResumingWhatRunsChangesNothing() {
    dial.turn(new ConstantRate(10));
    dial.start();
    RateSchedule running = dial.schedule();
    dial.resume();
    assertThat(dial.schedule()).isSameAs(running);
    dial.pause();
    RateSchedule paused = dial.schedule();
    dial.pause();
    assertThat(dial.schedule()).isSameAs(paused);
    assertThat(dial.curve()).isEqualTo(new ConstantRate(10));
  }

  @Test
  void theAutomaticQuantumFollowsTheNumberOfWorkers() {
    dial.turn(new ConstantRate(1000));
    dial.start();
    List<WaitPoint> workers = Stream.generate(() -> new WaitPoint(clock)).limit(100).toList();
    workers.subList(0, 50).forEach(dial::join);
    dial.requantise();
    assertThat(dial.schedule().quantumNanos()).isZero();
    workers.forEach(dial::join);
    dial.requantise();
    assertThat(dial.schedule().quantumNanos()).isEqualTo(2_000_000);
    workers.subList(50, 100).forEach(dial::leave);
    dial.requantise();
    assertThat(dial.schedule().quantumNanos()).isZero();
  }

  @Test
  void theQuantumIsThatOfTheHighestRateToCome() {
    Stream.generate(() -> new WaitPoint(clock)).limit(100).forEach(dial::join);
    dial.turn(new LinearRamp(0, 1000, 10));
    dial.start();
    assertThat(dial.schedule().quantumNanos()).isEqualTo(2_000_000);
    dial.turn(new ConstantRate(10));
    assertThat(dial.schedule().quantumNanos()).isZero();
  }

  @Test
  void refittingTheQuantumChangesNeitherCountNorCurve() {
    dial.turn(new LinearRamp(0, 1000, 10));
    dial.start();
    clock.advance(3 * SECOND);
    double count = dial.schedule().countAt(clock.nanos());
    Stream.generate(() -> new WaitPoint(clock)).limit(1000).forEach(dial::join);
    dial.requantise();
    assertThat(dial.schedule().countAt(clock.nanos())).isEqualTo(count);
    assertThat(dial.curve()).isEqualTo(new LinearRamp(300, 1000, 7));
    assertThat(dial.schedule().quantumNanos()).isPositive();
  }

  @Test
  void aPauseIsNotEndedByRefittingTheQuantum() {
    dial.turn(new ConstantRate(1000));
    dial.start();
    dial.pause();
    Stream.generate(() -> new WaitPoint(clock)).limit(1000).forEach(dial::join);
    dial.requantise();
    assertThat(dial.paused()).isTrue();
  }
}
