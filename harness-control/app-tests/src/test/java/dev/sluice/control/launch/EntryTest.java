package dev.sluice.control.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryTest {

  @ParameterizedTest
  @ValueSource(strings = {"1.8", "9", "11", "16"})
  void anOlderJavaIsToldWhichOneIsNeeded(String version) {
    assertThat(Entry.complaint(version, "/opt/java"))
        .isEqualTo("sluice: this is Java " + version + " (/opt/java); Java 17 or later is needed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"17", "21", "25", "100"})
  void aLaterOneIsNot(String version) {
    assertThat(Entry.complaint(version, "/opt/java")).isEmpty();
  }
}
