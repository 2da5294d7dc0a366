package dev.sluice.control.sink.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.sink.console.LiveBar.ProgressBar;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveBarTest {

  @Test
  void aBarThatWouldWrapIsCut() {
    assertThat(LiveBar.cut("step 1 of 2")).isEqualTo("step 1 of 2");
    assertThat(LiveBar.cut("x".repeat(200))).hasSize(79).endsWith("...");
  }

  @ParameterizedTest
  @CsvSource({"0, 0 %", "30, 50 %", "60, 100 %", "90, 100 %"})
  void theBarNeverGoesPastItsEnd(long elapsedSeconds, String percent) {
    String bar = new ProgressBar(Duration.ofMinutes(1)).after(Duration.ofSeconds(elapsedSeconds));
    assertThat(bar).contains(percent);
    assertThat(bar.indexOf(']')).isEqualTo(35);
  }
}
