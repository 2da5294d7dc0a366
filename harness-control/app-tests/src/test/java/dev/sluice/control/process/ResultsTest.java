package dev.sluice.control.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.sluice.control.sink.console.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ResultsTest {

  private final StringWriter shown = new StringWriter();

  @Test
  void aPersonSeesWhatIsWaitedForAndThenWhereTheReportIs() {
    boolean made =
        Results.reported(
            Path.of("run"),
            () -> assertThat(shown.toString()).endsWith("making the report"),
            failure -> fail(failure),
            new Terminal(new PrintWriter(shown), true));
    assertThat(made).isTrue();
    assertThat(shown.toString()).contains("results in run").endsWith("\r\u001b[K");
  }
}
