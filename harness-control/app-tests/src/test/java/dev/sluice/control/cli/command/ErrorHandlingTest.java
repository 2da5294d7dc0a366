package dev.sluice.control.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import dev.sluice.control.process.Logging;
import dev.sluice.control.secret.Secrets;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class ErrorHandlingTest {

  private static String line(Exception failure) {
    Logging.configure(false); // whatever the one before was told
    StringWriter err = new StringWriter();
    CommandLine command = new CommandLine(CommandSpec.create());
    command.setErr(new PrintWriter(err, true));
    assertThat(new ErrorHandling(new Secrets()).handleExecutionException(failure, command, null))
        .isEqualTo(ExitCode.FAILED_RUN);
    return err.toString().strip();
  }

  @Test
  void aFailureOfAFileNamesItAndSaysWhyInPlainWords() {
    assertThat(line(new NoSuchFileException("gate.xml")))
        .isEqualTo("sluice: gate.xml: no such file");
    assertThat(line(new AccessDeniedException("gate.xml")))
        .isEqualTo("sluice: gate.xml: access denied");
    assertThat(line(new FileSystemException("out", null, "No space left on device")))
        .isEqualTo("sluice: out: No space left on device");
  }
}
