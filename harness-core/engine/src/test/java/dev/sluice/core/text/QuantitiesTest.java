package dev.sluice.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.text.Quantities.BadQuantityException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The limits of quantities; both ends belong to them. */
class QuantitiesTest {

  @Test
  void wholeNumbersAreWithinTheirLimits() {
    assertThat(Quantities.whole("1", 1, 5)).isEqualTo(1);
    assertThat(Quantities.whole("5", 1, 5)).isEqualTo(5);
    assertThat(Quantities.whole("9".repeat(18), 0, Long.MAX_VALUE))
        .isEqualTo(999_999_999_999_999_999L);
    assertThat(Quantities.workers("1000000")).isEqualTo(Quantities.MAX_WORKERS);
    for (String outside : new String[] {"0", "6", "1.0", "-1", "", "9".repeat(40)}) {
      assertRefused(() -> Quantities.whole(outside, 1, 5), "a whole number from 1 to 5");
    }
    assertRefused(() -> Quantities.whole("6", 7, Long.MAX_VALUE), "a whole number of at least 7");
    assertRefused(() -> Quantities.workers("1000001"), "from 1 to 1000000");
  }

  @Test
  void theLongestTimeIsATime() {
    assertThat(Quantities.time("1000d")).isEqualTo(Quantities.MAX_TIME);
    assertThat(Quantities.time("24000h")).isEqualTo(Quantities.MAX_TIME);
    assertRefused(() -> Quantities.time("86400000.000000001s"), "a time of at most 1000d");
    assertRefused(() -> Quantities.time("1e200s"), "a time of at most 1000d");
  }

  @ParameterizedTest
  @CsvSource({"0.0004us, 0", "0.0005us, 1", "0.00149us, 1", "0.0015us, 2", "1e-200h, 0"})
  void timesAreRoundedToANanosecond(String text, long nanos) {
    assertThat(Quantities.time(text).toNanos()).isEqualTo(nanos);
  }

  @Test
  void sharesAreNumbersOrPerCent() {
    assertThat(Quantities.share("0.02")).isEqualTo(0.02);
    assertThat(Quantities.share("2%")).isEqualTo(0.02);
    assertThat(Quantities.share("-50%")).isEqualTo(-0.5);
    assertThat(Quantities.number("+1e-9")).isEqualTo(1e-9);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "%", "2%%", "NaN", "Infinity", "0x10", "1f", "1 2", "1e1000"})
  void whatIsNoNumberIsRefused(String text) {
    assertRefused(() -> Quantities.share(text), "a number such as 20 or 0.999");
    assertRefused(() -> Quantities.number(text), "a number such as 20 or 0.999");
  }

  private static void assertRefused(ThrowingCallable parse, String expected) {
    assertThatThrownBy(parse)
        .isInstanceOfSatisfying(
            BadQuantityException.class,
            refused -> assertThat(refused.expected()).contains(expected));
  }
}
