package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sluice.control.cli.command.Commands;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.secret.Secrets;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/**
 * Any words on a command line, out of a file of options, are understood or get one line that says
 * what is wrong. Workloads are planned, as with {@code --dry-run}; nothing is run.
 */
class CommandLineFuzzTest {

  private static final String DRY = "--dry-run";
  private static final String PROVIDER = "--provider";

  @TempDir static Path folder;

  static Stream<byte[]> lines() throws IOException {
    return DocumentedLines.all()
        .filter(line -> !line.startsWith("perfharness") && !line.startsWith("cph"))
        .map(line -> line.contains(PROVIDER) ? line : line + " " + PROVIDER + " null")
        .map(line -> (line + " " + DRY).getBytes(StandardCharsets.UTF_8));
  }

  @MethodSource("lines")
  @FuzzTest(maxDuration = "450s")
  void parse(byte[] options) throws IOException {
    Path file = Files.write(folder.resolve("options"), options);
    String[] words;
    try {
      words = OptionFiles.expanded("@" + file);
    } catch (IOException e) {
      assertThat(e).hasMessageStartingWith("options file '");
      return;
    }
    if (Devices.areNamedIn(words)) {
      return;
    }
    StringWriter err = new StringWriter();
    CommandLine line =
        Commands.commandLine(
            new PrintWriter(new StringWriter()), new PrintWriter(err, true), new Secrets(), words);
    line.setExecutionStrategy(
        parsed -> isQuick(parsed) ? new CommandLine.RunLast().execute(parsed) : ExitCode.OK);
    int exitCode = line.execute(words);
    assertThat(exitCode).as("%s", err).isIn(ExitCode.OK, ExitCode.USAGE);
    Complaints.assertDeclared(err.toString());
  }

  /** It plans what would be run, for which an embedded broker starts. */
  private static boolean isQuick(ParseResult parsed) {
    return parsed.hasSubcommand()
        && parsed.subcommand().hasMatchedOption(DRY)
        && !"embedded".equals(parsed.subcommand().matchedOptionValue(PROVIDER, "embedded"));
  }
}
