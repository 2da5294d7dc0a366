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
  void sees_which_provider_a_line_names(String line) {
    assertThat(EarlyLoading.named(line.split(" ", -1)).orElseThrow())
        .isEqualToIgnoringCase("artemis");
  }

  @ParameterizedTest
  @ValueSource(strings = {"send", "send --queue artemis", "send --provider"})
  void guesses_nothing_of_other_lines(String line) {
    assertThat(EarlyLoading.named(line.split(" ", -1))).isEmpty();
  }

  @Test
  void loads_nothing_without_arguments() {
    assertThat(EarlyLoading.named()).isEmpty();
  }
}
