package dev.sluice.control.scenario.outside;

import dev.sluice.control.scenario.step.StepFailedException;
import dev.sluice.control.scenario.yaml.ShellCommand;
import dev.sluice.core.text.ForeignText;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Runs command lines of this host: by bash where there is one, else by sh. A pipe fails if any of
 * its commands does, in bash and in every sh that knows {@code pipefail}. Immutable; any thread.
 */
public final class Shell {

  private static final String PIPES_FAIL =
      "if (set -o pipefail) 2>/dev/null; then set -o pipefail; fi\n";

  private static final Pattern TIME = Pattern.compile("(\\d+)m(\\d+[.,]\\d+)s");

  /** The bytes that are kept of each stream: its end, where the last line is. */
  public static final int KEPT_BYTES = 1 << 20;

  private final String program = isInPath("bash") ? "bash" : "sh";

  /**
   * The output of a command, as far as it is kept, without white space at both ends.
   *
   * @param output to standard output
   * @param errors to standard error
   * @param complete whether this is all of the output, and not its end alone
   * @param cpu processor time of the shell and what it started; zero if it replaced itself (exec)
   */
  public record Written(String output, String errors, boolean complete, Duration cpu) {

    /** The last line of the output, or of the errors without any, with no control characters. */
    public String lastLine() {
      return last(output.isEmpty() ? errors : output);
    }
  }

  /**
   * Runs a command line and waits for its end.
   *
   * @throws StepFailedException if it cannot be run, fails, or takes too long
   */
  public Written run(ShellCommand command, Duration timeout)
      throws StepFailedException, InterruptedException {
    try {
      // files and no pipes: a pipe that nobody empties would hold the command up
      Path output = Files.createTempFile("sluice-exec", ".out");
      Path errors = Files.createTempFile("sluice-exec", ".err");
      Path times = Files.createTempFile("sluice-exec", ".cpu");
      try {
        return run(command, timeout, output, errors, times);
      } finally {
        Files.deleteIfExists(output);
        Files.deleteIfExists(errors);
        Files.deleteIfExists(times);
      }
    } catch (IOException e) {
      throw new StepFailedException("'" + command.text() + "' cannot be run: " + e.getMessage());
    }
  }

  private Written run(ShellCommand command, Duration timeout, Path output, Path errors, Path times)
      throws IOException, StepFailedException, InterruptedException {
    String tellTimes = "trap \"times >'%s'\" EXIT\n".formatted(times);
    ProcessBuilder builder =
        new ProcessBuilder(List.of(program, "-c", PIPES_FAIL + tellTimes + command.script()))
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    builder.environment().putAll(command.environment());
    Process process = builder.start();
    boolean ended = false;
    try {
      ended = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      if (!ended) {
        // the shell first: else it goes on with its next command when one of these has ended
        List<ProcessHandle> begun = process.descendants().toList();
        process.destroyForcibly();
        begun.forEach(ProcessHandle::destroyForcibly);
      }
    }
    if (!ended) {
      throw new StepFailedException(
          "'" + command.text() + "' did not end within " + timeout.toSeconds() + " s");
    }
    Written written =
        new Written(text(output), text(errors), Files.size(output) <= KEPT_BYTES, cpu(text(times)));
    if (process.exitValue() != 0) {
      throw new StepFailedException(
          "'" + command.text() + "' ended with exit code " + process.exitValue() + reason(written));
    }
    return written;
  }

  private static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      in.skipNBytes(Math.max(0, Files.size(file) - KEPT_BYTES));
      return new String(in.readNBytes(KEPT_BYTES), StandardCharsets.UTF_8).strip();
    }
  }

  /** The shell's own times, and those of its children: {@code 0m0.003s 0m0.001s} in two lines. */
  private static Duration cpu(String times) {
    return TIME.matcher(times)
        .results()
        .map(
            each ->
                Duration.ofMinutes(Long.parseLong(each.group(1)))
                    .plusMillis(
                        Math.round(1e3 * Double.parseDouble(each.group(2).replace(',', '.')))))
        .reduce(Duration.ZERO, Duration::plus);
  }

  private static String reason(Written written) {
    String last = last(written.errors().isEmpty() ? written.output() : written.errors());
    return last.isEmpty() ? "" : ": " + last;
  }

  private static String last(String lines) {
    return ForeignText.printable(lines.substring(lines.lastIndexOf('\n') + 1));
  }

  private static boolean isInPath(String program) {
    String path = System.getenv("PATH");
    return path != null
        && Arrays.stream(path.split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
