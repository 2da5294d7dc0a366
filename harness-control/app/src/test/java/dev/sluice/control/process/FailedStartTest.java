package dev.sluice.control.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.HarnessProcess.FailedStart;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.jms.provider.Failure;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** What is said, and which exit code tells it, when workers do not come up. */
class FailedStartTest {

  private final StringWriter said = new StringWriter();
  private final FailedStart failedStart =
      new FailedStart(
          failure -> new Failure(failure.toString(), "", false, false),
          new PrintWriter(said, true));

  @Test
  void aHostWithoutThreadsIsAFailedRunAndNoLackOfConnections() {
    OutOfMemoryError cause = new OutOfMemoryError("unable to create native thread");
    assertThat(failedStart.tell(new StartFailedException("no more threads: 3 of 5", cause)))
        .isEqualTo(ExitCode.FAILED_RUN);
    assertThat(said.toString().lines()).containsExactly("sluice: no more threads: 3 of 5");
  }

  @Test
  void aSilentBrokerIsALackOfConnections() {
    assertThat(failedStart.tell(new StartFailedException("no worker came up for 30 s", null)))
        .isEqualTo(ExitCode.NO_CONNECTION);
    assertThat(said.toString().lines()).containsExactly("sluice: no worker came up for 30 s");
  }
}
