package dev.sluice.control.fleet.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class ClockOffsetTest {

  private static final long MILLIS = 1_000_000L;

  private final ClockOffset offset = new ClockOffset();

  @RepeatedTest(20)
  void isNeverMoreWrongThanItSaysForAnyDelaysAndDrift(RepetitionInfo info) {
    Random random = new Random(info.getCurrentRepetition());
    long ahead = random.nextLong() >> 8;
    double rate = 1 + (random.nextDouble() - 0.5) * 2 * FleetTiming.DRIFT;
    long nowNanos = 0;
    for (int i = 0; i < 1_000; i++) {
      long sentNanos = nowNanos + random.nextInt(500) * MILLIS;
      long arrivesNanos = sentNanos + delay(random);
      long answeredNanos = arrivesNanos + delay(random);
      nowNanos = answeredNanos + delay(random);
      offset.exchanged(
          sentNanos, fleet(arrivesNanos, ahead, rate), fleet(answeredNanos, ahead, rate), nowNanos);
      long laterNanos = nowNanos + random.nextInt(20_000) * MILLIS;
      long wrongNanos = offset.aheadNanos() - (fleet(laterNanos, ahead, rate) - laterNanos);
      assertThat(Math.abs(wrongNanos)).isLessThanOrEqualTo(offset.errorNanos(laterNanos) + 2);
    }
  }

  private static long fleet(long localNanos, long aheadNanos, double rate) {
    return aheadNanos + (long) (localNanos * rate);
  }

  private static long delay(Random random) {
    return random.nextInt(random.nextInt(10) == 0 ? 3_000 : 3) * MILLIS + random.nextInt(1_000_000);
  }

  @Test
  void theMostExactExchangeCountsUntilItHasBecomeOld() {
    offset.exchanged(0, 1_001 * MILLIS, 1_001 * MILLIS, 2 * MILLIS);
    offset.exchanged(100 * MILLIS, 1_170 * MILLIS, 1_170 * MILLIS, 200 * MILLIS);
    assertThat(offset.aheadNanos()).isEqualTo(1_000 * MILLIS);
    for (int i = 1; i <= 16; i++) {
      long sentNanos = 60_000L * i * MILLIS;
      offset.exchanged(
          sentNanos,
          sentNanos + 1_012 * MILLIS,
          sentNanos + 1_012 * MILLIS,
          sentNanos + 4 * MILLIS);
    }
    assertThat(offset.aheadNanos()).isEqualTo(1_010 * MILLIS);
  }

  /** On a busy host few messages are not delayed. */
  @Test
  void oneExactExchangeIsEnoughForSeconds() {
    offset.exchanged(0, 1_001 * MILLIS, 1_001 * MILLIS, 2 * MILLIS);
    for (long sentMillis = 250; sentMillis < 15_000; sentMillis += 250) {
      offset.exchanged(
          sentMillis * MILLIS,
          (1_150 + sentMillis) * MILLIS,
          (1_150 + sentMillis) * MILLIS,
          (200 + sentMillis) * MILLIS);
      assertThat(offset.aheadNanos()).isEqualTo(1_000 * MILLIS);
      assertThat(offset.errorNanos((200 + sentMillis) * MILLIS)).isLessThan(17 * MILLIS);
    }
  }

  @Test
  void oneMessageEachWayThatWasNotDelayedIsEnough() {
    offset.exchanged(0, 1_001 * MILLIS, 1_001 * MILLIS, 400 * MILLIS); // back late
    assertThat(offset.errorNanos(400 * MILLIS)).isGreaterThan(199 * MILLIS);
    offset.exchanged(500 * MILLIS, 1_900 * MILLIS, 1_900 * MILLIS, 901 * MILLIS); // there late
    assertThat(offset.aheadNanos()).isBetween(999 * MILLIS, 1_001 * MILLIS);
    assertThat(offset.errorNanos(901 * MILLIS)).isLessThan(3 * MILLIS);
  }

  /** Whatever the delays, as on a host that has many more threads to run than processors. */
  @Test
  void oneClockIsKnownAtOnceUnlessAnExchangeShowsThatThereAreTwo() {
    offset.exchangedOnOneClock(0, 3_000 * MILLIS, 4_000 * MILLIS, 9_000 * MILLIS);
    assertThat(offset.aheadNanos()).isZero();
    assertThat(offset.errorNanos(9_000 * MILLIS)).isLessThan(MILLIS);

    offset.exchangedOnOneClock(10_000 * MILLIS, 9_000 * MILLIS, 9_010 * MILLIS, 10_020 * MILLIS);
    assertThat(offset.aheadNanos()).isBetween(-1_006 * MILLIS, -1_004 * MILLIS);
  }

  /** As after a virtual machine stood still. */
  @Test
  void clocksThatHaveJumpedAgreeWithNoExchangeFromBefore() {
    offset.exchanged(0, 1_001 * MILLIS, 1_001 * MILLIS, 2 * MILLIS);
    offset.exchanged(1_000 * MILLIS, 7_050 * MILLIS, 7_050 * MILLIS, 1_100 * MILLIS);
    assertThat(offset.aheadNanos()).isEqualTo(6_000 * MILLIS);
  }

  @Test
  void isUnknownAtFirstAndWhenTheFleetsClockIsAnotherOne() {
    assertThat(offset.known()).isFalse();
    assertThat(offset.errorNanos(0)).isEqualTo(ClockOffset.UNKNOWN_NANOS);
    offset.exchanged(0, 10, 10, 20);
    assertThat(offset.known()).isTrue();
    offset.forget();
    assertThat(offset.known()).isFalse();
    assertThat(offset.aheadNanos()).isZero();
  }

  @Test
  void anExchangeThatTheseClocksCannotHaveHadIsLeftOut() {
    offset.exchanged(10 * MILLIS, 20 * MILLIS, 20 * MILLIS, 5 * MILLIS); // back before it went
    offset.exchanged(0, 20 * MILLIS, 10 * MILLIS, 30 * MILLIS); // answered before it came
    offset.exchanged(0, 20 * MILLIS, 60 * MILLIS, 30 * MILLIS); // longer there than away
    assertThat(offset.known()).isFalse();
  }
}
