package dev.sluice.control.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EarlyLoadingTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "send --provider artemis --threads 180",
        "send --provider=artemis",
        "send --provider ARTEMIS"
      })
  void sees_that_a_line_is_for_artemis(String line) {
    assertThat(EarlyLoading.namesArtemis(line.split(" ", -1))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"send", "send --provider null", "send --queue artemis", "send --provider"})
  void loads_nothing_for_other_lines(String line) {
    assertThat(EarlyLoading.namesArtemis(line.split(" ", -1))).isFalse();
  }

  @Test
  void loads_nothing_without_arguments() {
    assertThat(EarlyLoading.namesArtemis()).isFalse();
  }
}
