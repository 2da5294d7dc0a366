package dev.sluice.control.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.sink.console.ConsoleReporter.SummaryForm;
import dev.sluice.control.sink.console.Terminal;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.jms.provider.Failure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said, and which exit code tells it, when workers do not come up. */
class FailedStartTest {

  private final StringWriter said = new StringWriter();
  private final List<String> kept = new ArrayList<>();

  @Test
  void aHostWithoutThreadsIsAFailedRunAndNoLackOfConnections()
      throws InterruptedException, IOException {
    OutOfMemoryError cause = new OutOfMemoryError("unable to create native thread");
    assertThat(exitCode(new StartFailedException("no more threads: 3 of 5", cause)))
        .isEqualTo(ExitCode.FAILED_RUN);
    assertThat(said.toString().lines()).containsExactly("sluice: no more threads: 3 of 5");
  }

  @Test
  void aSilentBrokerIsALackOfConnections() throws InterruptedException, IOException {
    assertThat(exitCode(new StartFailedException("no worker came up for 30 s", null)))
        .isEqualTo(ExitCode.NO_CONNECTION);
    assertThat(said.toString().lines()).containsExactly("sluice: no worker came up for 30 s");
    assertThat(kept).containsExactly("no worker came up for 30 s");
  }

  @Test
  void aFailureIsInTheWordsOfTheProviderAndMayBeAWrongSetting()
      throws InterruptedException, IOException {
    assertThat(exitCode(new StartFailedException("0 of 5 came up", new IOException("2035"))))
        .isEqualTo(ExitCode.USAGE);
    assertThat(kept).containsExactly("0 of 5 came up: no right to connect");
  }

  @Test
  void whatALibrarySaidOfItComesAfterwards() throws InterruptedException, IOException {
    exitCode(
        new StartFailedException("0 of 5 came up", null, List.of("a library warns: no store")));
    assertThat(said.toString().lines())
        .containsExactly("sluice: 0 of 5 came up", "a library warns: no store");
  }

  private int exitCode(StartFailedException failure) throws InterruptedException, IOException {
    PrintWriter err = new PrintWriter(said, true);
    return new HarnessProcess(new Terminal(err, err, false), SummaryForm.NONE) {
      @Override
      int play() throws StartFailedException {
        records(new KeptFailures(kept));
        throw failure;
      }

      @Override
      Failure explain(StartFailedException e) {
        return new Failure("no right to connect", "", true, false);
      }
    }.run();
  }
}
