package dev.sluice.control.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.RunFiles;
import dev.sluice.control.secret.Secrets;
import dev.sluice.control.sink.console.ConsoleReporter.SummaryForm;
import dev.sluice.control.sink.console.Terminal;
import dev.sluice.control.sink.folder.Environment;
import dev.sluice.control.sink.folder.FileOpener;
import dev.sluice.control.sink.folder.RunDescription;
import dev.sluice.control.sink.folder.ScenarioFolder;
import dev.sluice.control.sink.folder.TableFile.StepColumns;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.RunSpec;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.ProviderTypes;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** However a process ends, the folder of its run says that it did. */
@Timeout(120)
class EveryEndTest {

  @TempDir Path directory;

  private final CountDownLatch halted = new CountDownLatch(1);
  private final OutOfMemory memory =
      new OutOfMemory(line -> {}, code -> halted.countDown(), Duration.ofMillis(1));
  private Results results;

  /** The ways in which playing ends without a summary. */
  private enum Way {
    RETURNED,
    NOT_STARTED,
    NO_ROOM,
    NO_REASON,
    EXCEPTION,
    ERROR,
    MEMORY,
    INTERRUPTED;

    int end() throws StartFailedException, InterruptedException, IOException {
      switch (this) {
        case NOT_STARTED -> throw new StartFailedException("nobody answered", null);
        case NO_ROOM -> throw new IOException("No space left on device");
        case NO_REASON -> throw new IOException((String) null);
        case EXCEPTION -> throw new IllegalStateException("unforeseen");
        case ERROR -> throw new StackOverflowError();
        case MEMORY -> throw new OutOfMemoryError("Java heap space");
        case INTERRUPTED -> throw new InterruptedException();
        default -> {
          return ExitCode.FAILED_RUN;
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void noRunStaysRunning(Way way) throws Exception {
    try {
      assertThat(played(way::end)).isNotEqualTo(ExitCode.OK);
    } catch (IOException | InterruptedException | IllegalStateException | StackOverflowError e) {
      assertThat(e.getMessage()).isNotEqualTo("the test is wrong");
    }
    assertThat(state(RunFiles.RUN)).isEqualTo("failed");
  }

  @Test
  void aProcessWithoutMemoryThatIsEndedSaysSo() throws Exception {
    played(
        () -> {
          memory.onFirst(() -> {});
          memory.happens();
          halted.await();
          assertThat(state(RunFiles.RUN)).isEqualTo("failed");
          return ExitCode.FAILED_RUN;
        });
  }

  @Test
  void aScenarioThatIsNotPlayedToItsEndHasFailed() throws Exception {
    new ScenarioFolder(
            directory.resolve("out"),
            "",
            "scenario",
            Optional.empty(),
            Instant.EPOCH,
            new StepColumns(List.of("step"), List.of()),
            FileOpener.SYSTEM,
            warning -> {})
        .close();
    assertThat(state(RunFiles.SCENARIO)).isEqualTo("failed");
  }

  private String state(String file) throws IOException {
    return new JSONObject(Files.readString(directory.resolve("out").resolve(file)))
        .getString("state");
  }

  /** What a process does. */
  private interface Play {
    int play() throws StartFailedException, InterruptedException, IOException;
  }

  private int played(Play play) throws Exception {
    PrintWriter nowhere = new PrintWriter(PrintWriter.nullWriter());
    Terminal terminal = new Terminal(nowhere, nowhere, false);
    RunSpec spec =
        new RunSpec(
            "",
            List.of(),
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofSeconds(1),
            Duration.ofSeconds(1));
    results =
        new Results(
            directory.resolve("out"),
            new RunDescription(
                spec,
                "none",
                Map.of(),
                Environment.ofThisProcess(ProviderTypes.find("")),
                Map.of(),
                Optional.empty()),
            terminal,
            new Secrets(),
            Optional.empty());
    return new HarnessProcess(terminal, SummaryForm.NONE, Optional.of(memory)) {
      @Override
      int play() throws StartFailedException, InterruptedException, IOException {
        records(results);
        assertThat(state(RunFiles.RUN)).isEqualTo("running");
        return play.play();
      }

      @Override
      Failure explain(StartFailedException e) {
        return new Failure("unknown", "", false, false);
      }
    }.run();
  }
}
