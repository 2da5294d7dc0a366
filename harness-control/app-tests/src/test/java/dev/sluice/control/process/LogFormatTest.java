package dev.sluice.control.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class LogFormatTest {

  private final Logging.LogFormat format = new Logging.LogFormat(ZoneOffset.UTC);

  private static LogRecord logged(String message) {
    LogRecord logged = new LogRecord(Level.SEVERE, message);
    logged.setLoggerName("broker");
    logged.setInstant(Instant.parse("2026-01-02T03:04:05Z"));
    return logged;
  }

  @Test
  void isOneLineWithTheCauseAndWithoutATrace() {
    LogRecord logged = logged("it failed:\n  {0}");
    logged.setParameters(new Object[] {"badly"});
    logged.setThrown(new IOException("no room\nleft"));
    assertThat(format.format(logged))
        .isEqualTo(
            "03:04:05 SEVERE broker: it failed: badly: java.io.IOException: no room left"
                + System.lineSeparator());
  }

  @Test
  void whatTheHarnessSaysHasItsNameAndNoClass() {
    LogRecord own = logged("two damaged lines left out");
    own.setLoggerName("dev.sluice.control.recorded.WholeLines");
    assertThat(format.format(own))
        .isEqualTo("03:04:05 sluice: two damaged lines left out" + System.lineSeparator());
  }

  @Test
  void withoutACauseItIsTheMessage() {
    assertThat(format.format(logged("it is done")))
        .isEqualTo("03:04:05 SEVERE broker: it is done" + System.lineSeparator());
  }
}
