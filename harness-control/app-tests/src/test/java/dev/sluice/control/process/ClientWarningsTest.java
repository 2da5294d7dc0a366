package dev.sluice.control.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class ClientWarningsTest {

  private final List<String> told = new ArrayList<>();
  private final ClientWarnings warnings = new ClientWarnings(told::add);

  private void log(Level level, String logger, String message) {
    LogRecord logged = new LogRecord(level, message);
    logged.setLoggerName(logger);
    warnings.publish(logged);
  }

  @Test
  void eachKindOfWarningIsToldOnce() {
    for (int i = 0; i < 50; i++) {
      log(Level.WARNING, "org.example.Client", "AMQ1: connection 10.0.0." + i + ":61616 is slow");
      log(Level.SEVERE, "org.example.Client", "connection lost");
      log(Level.INFO, "org.example.Client", "hello");
      log(Level.WARNING, "dev.sluice.core.run.Run", "the harness itself");
    }
    assertThat(told)
        .containsExactly(
            "a library warns: AMQ1: connection 10.0.0.0:61616 is slow",
            "a library warns: connection lost");
  }

  @Test
  void kindsAndTheirLengthsAreBounded() {
    for (char kind = 'A'; kind <= 'Z'; kind++) {
      log(Level.WARNING, "org.example.Client", String.valueOf(kind).repeat(1_000));
    }
    assertThat(told).hasSize(ClientWarnings.MAX_KINDS).allMatch(line -> line.length() < 330);
  }

  @Test
  void foreignTextIsOneLineThatCommandsNothingAndHidesSecrets() {
    log(Level.WARNING, "org.example.Client", "a\u001b[2J\nb tcp://h:1?password=hunter2");
    assertThat(told)
        .singleElement()
        .asString()
        .isEqualTo("a library warns: a?[2J b tcp://h:1?password=***");
  }
}
