package dev.sluice.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0.00µs",
    "84500, 84.5µs",
    "999999, 1000µs",
    "1000000, 1.00ms",
    "1260000, 1.26ms",
    "125000000, 125ms",
    "2500000000, 2.50s"
  })
  void latenciesHaveThreeDigitsAndAUnit(long nanos, String text) {
    assertThat(Figures.latency(nanos)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"1, 1.0000", "0.99999999, 0.9999", "0.98765, 0.9877", "1.00004, 1.0000"})
  void aRatioBelowOneIsNeverShownAsOne(double ratio, String text) {
    assertThat(Figures.ratio(ratio)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"PT12.5S, 12.5 s", "PT2M30S, 2:30", "PT1H5M, 1:05:00"})
  void timesAreShortOrLikeAClock(Duration duration, String text) {
    assertThat(Figures.time(duration)).isEqualTo(text);
  }

  @Test
  void decimalsDoNotDependOnTheLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(Figures.rate(20_699.84)).isEqualTo("20,699.8");
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0 workers", "1, 1 worker", "2, 2 workers", "'180000', '180,000 workers'"})
  void oneIsNotSeveral(long number, String text) {
    assertThat(Figures.count(number, "worker")).isEqualTo(text);
  }
}
