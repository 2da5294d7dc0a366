package dev.sluice.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NearestWordTest {

  private static final List<String> WORDS = List.of("pause", "resume", "clientWeight");

  @ParameterizedTest
  @CsvSource({
    "puase, pause",
    "resum, resume",
    "rezumes, resume",
    "CLIENTWEIGHT, clientWeight",
    "clientWieght, clientWeight"
  })
  void findsTheNearestWord(String typed, String meant) {
    assertThat(NearestWord.of(typed, WORDS)).contains(meant);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "p", "start", "weight"})
  void guessesNothingFarFetched(String typed) {
    assertThat(NearestWord.of(typed, WORDS)).isEmpty();
  }

  @Test
  void doesNotWorkOnOtherText() {
    assertThat(NearestWord.of("p".repeat(1_000_000), WORDS)).isEmpty();
  }
}
