package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTest {

  @ParameterizedTest
  @ValueSource(strings = {"a\nOK fake", "a\u001b[2J", "a\rb"})
  void anIdIsOneLineOfText(String id) {
    assertThat(refused(id)).startsWith("sluice: Invalid value for option '--id': ");
  }

  @Test
  void anIdHasAnEnd() {
    assertThat(refused("x".repeat(101))).startsWith("sluice: Invalid value for option '--id': ");
    Execution.of("send", "--dry-run", "--id", "x".repeat(100)).ended(ExitCode.OK);
  }

  private static String refused(String id) {
    Execution execution = Execution.of("send", "--dry-run", "--id", id).ended(ExitCode.USAGE);
    return execution.complaint();
  }
}
