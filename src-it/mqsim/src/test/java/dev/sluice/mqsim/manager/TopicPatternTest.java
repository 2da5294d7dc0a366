package dev.sluice.mqsim.manager;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicPatternTest {

  @ParameterizedTest
  @CsvSource({
    "A/B, A/B, true",
    "A/B, A/C, false",
    "A/B, A/B/C, false",
    "A/+, A/B, true",
    "A/+, A, false",
    "A/+, A/B/C, false",
    "+/B, A/B, true",
    "A/#, A, true",
    "A/#, A/B/C, true",
    "A/#/D, A/B/C/D, true",
    "A/#/D, A/D, true",
    "A/#/D, A/B/C, false",
    "#, A/B/C, true",
    "#, $SYS/A, false",
    "+/A, $SYS/A, false",
    "$SYS/#, $SYS/A, true",
    "A/#/+/D, A/B/D, true"
  })
  void matches(String pattern, String topic, boolean expected) {
    assertThat(new TopicPattern(pattern, false).matches(TopicPattern.levels(topic)))
        .isEqualTo(expected);
  }
}
