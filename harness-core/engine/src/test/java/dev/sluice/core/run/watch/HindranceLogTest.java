package dev.sluice.core.run.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Hindrance.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Findings from readings of clocks and counters, with times in milliseconds. */
class HindranceLogTest {

  private static final long MILLI = 1_000_000;
  private static final long PERIOD = 100;
  private static final List<Kind> COUNTED =
      List.of(Kind.GARBAGE_COLLECTION, Kind.CPU_LIMIT, Kind.STOLEN_CPU);

  private final HindranceLog log = new HindranceLog(PERIOD * MILLI, 0, 0, 0, Map.of());
  private final List<Hindrance> told = new ArrayList<>();
  private long now;
  private long clockOffset;
  private long cpu; // 0 where it cannot be had
  private final Map<Kind, Long> withheld = new EnumMap<>(Kind.class);

  @Test
  void aQuietHostIsNoWordWorth() {
    for (int i = 0; i < 10_000; i++) {
      pass(PERIOD + i % 20);
    }
    end();
    assertThat(told).isEmpty();
  }

  @Test
  void oneLongPauseOfTheCollectorIsToldWhenItIsOver() {
    pass(PERIOD);
    hold(Kind.GARBAGE_COLLECTION, 1900);
    pass(2000);
    assertThat(told).isEmpty();
    quiet(2000);
    assertThat(told)
        .containsExactly(
            new Hindrance(Kind.GARBAGE_COLLECTION, 100 * MILLI, 2100 * MILLI, 1900 * MILLI));
    assertThat(told.get(0).text())
        .isEqualTo(
            "garbage collection stopped the harness for 1.9 s (from 0.1 s to 2.1 s of the run)");
  }

  @Test
  void manyShortPausesInARowAreOneHindrance() {
    for (int i = 0; i < 40; i++) {
      hold(Kind.GARBAGE_COLLECTION, 40);
      pass(PERIOD);
    }
    quiet(2000);
    assertThat(told)
        .containsExactly(
            new Hindrance(Kind.GARBAGE_COLLECTION, 0, 4000 * MILLI, 1600 * MILLI, 40 * MILLI, ""));
  }

  @Test
  void aShortPauseNowAndThenIsNoWordWorth() {
    for (int i = 0; i < 100; i++) {
      hold(Kind.GARBAGE_COLLECTION, 50);
      pass(PERIOD);
      quiet(2000);
    }
    end();
    assertThat(told).isEmpty();
  }

  @Test
  void wakingUpLateByLittleAgainAndAgainIsOfTheTimers() {
    for (int i = 0; i < 20; i++) {
      pass(PERIOD + 30);
    }
    quiet(2000);
    assertThat(told)
        .containsExactly(
            new Hindrance(Kind.LATE_TIMERS, 0, 2600 * MILLI, 600 * MILLI, 30 * MILLI, ""));
    assertThat(told.get(0).text())
        .startsWith("the harness woke up late by 0.6 s in all (from 0.0 s to 2.6 s of the run): ");
  }

  @Test
  void aStandstillThatNobodyCountedIsASuspension() {
    pass(PERIOD);
    pass(3100);
    end();
    assertThat(told)
        .containsExactly(new Hindrance(Kind.STANDSTILL, 100 * MILLI, 3200 * MILLI, 3000 * MILLI));
  }

  @Test
  void aStandstillWhileAllProcessorsWereInUseIsOfTheHost() {
    hold(Kind.BUSY_HOST, 40);
    pass(PERIOD);
    hold(Kind.BUSY_HOST, 950);
    pass(1000);
    hold(Kind.BUSY_HOST, 500); // by what ran while the harness was suspended
    pass(1000);
    end();
    assertThat(told)
        .containsExactly(
            new Hindrance(Kind.BUSY_HOST, 100 * MILLI, 1100 * MILLI, 900 * MILLI),
            new Hindrance(Kind.STANDSTILL, 1100 * MILLI, 2100 * MILLI, 900 * MILLI));
    assertThat(told).extracting(Hindrance::isShortOfProcessors).containsExactly(true, false);
  }

  /** Conclusions subtract it, so nothing that was done in between is within it. */
  @Test
  void eachStandstillIsToldByItself() {
    pass(PERIOD);
    pass(600);
    quiet(300);
    pass(400);
    end();
    assertThat(told)
        .containsExactly(
            new Hindrance(Kind.STANDSTILL, 100 * MILLI, 700 * MILLI, 500 * MILLI),
            new Hindrance(Kind.STANDSTILL, 1000 * MILLI, 1400 * MILLI, 300 * MILLI));
  }

  @ParameterizedTest
  @EnumSource(names = {"GARBAGE_COLLECTION", "CPU_LIMIT", "STOLEN_CPU"})
  void aStandstillThatWasCountedIsWhatItWasCountedAs(Kind kind) {
    hold(kind, 2900);
    pass(3100);
    end();
    assertThat(told).extracting(Hindrance::kind).containsExactly(kind);
    assertThat(told.get(0).nanos()).isEqualTo(2900 * MILLI);
  }

  @Test
  void aCollectionThatWasSuspendedItselfIsASuspension() {
    cpu = 50;
    pass(PERIOD);
    cpu += 60;
    hold(Kind.GARBAGE_COLLECTION, 4000);
    pass(4100);
    end();
    assertThat(told)
        .containsExactly(new Hindrance(Kind.STANDSTILL, 100 * MILLI, 4200 * MILLI, 4000 * MILLI));
  }

  @Test
  void aCollectionThatTookItsProcessorTimeIsOne() {
    cpu = 50;
    pass(PERIOD);
    cpu += 7000;
    hold(Kind.GARBAGE_COLLECTION, 3900);
    pass(4000);
    end();
    assertThat(told)
        .containsExactly(
            new Hindrance(Kind.GARBAGE_COLLECTION, 100 * MILLI, 4100 * MILLI, 3900 * MILLI));
  }

  @Test
  void anotherKindIsAnotherHindrance() {
    hold(Kind.CPU_LIMIT, 400);
    pass(500);
    hold(Kind.STOLEN_CPU, 300);
    pass(400);
    end();
    assertThat(told)
        .containsExactly(
            new Hindrance(Kind.CPU_LIMIT, 0, 500 * MILLI, 400 * MILLI),
            new Hindrance(Kind.STOLEN_CPU, 500 * MILLI, 900 * MILLI, 300 * MILLI));
  }

  @Test
  void aStepOfTheClockIsToldAtOnceWithItsDirection() {
    clockOffset = -5000;
    pass(PERIOD);
    clockOffset = 3_595_000;
    pass(PERIOD);
    assertThat(told).extracting(Hindrance::nanos).containsExactly(-5000 * MILLI, 3_600_000 * MILLI);
    assertThat(told.get(0).text()).startsWith("the host's clock was set back by 5.0 s");
  }

  @Test
  void whatIsToldIsNeverLongerThanTheTimeItIsToldOf() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 20_000; i++) {
      Kind kind = COUNTED.get(random.nextInt(COUNTED.size()));
      hold(kind, random.nextInt(10) == 0 ? random.nextLong(5000) : 0);
      pass(random.nextInt(20) == 0 ? random.nextLong(5000) : PERIOD);
    }
    end();
    assertThat(told)
        .isNotEmpty()
        .allSatisfy(
            each ->
                assertThat(each.nanos()).isBetween(200 * MILLI, each.toNanos() - each.fromNanos()))
        .allSatisfy(
            each ->
                assertThat(each.longestNanos()).isBetween(1L, each.toNanos() - each.fromNanos()));
  }

  private void hold(Kind kind, long millis) {
    withheld.merge(kind, millis * MILLI, Long::sum);
  }

  private void quiet(long millis) {
    for (long passed = 0; passed < millis; passed += PERIOD) {
      pass(PERIOD);
    }
  }

  private void pass(long millis) {
    now += millis;
    told.addAll(log.look(now * MILLI, clockOffset * MILLI, cpu * MILLI, Map.copyOf(withheld)));
  }

  private void end() {
    told.addAll(log.end());
  }
}
