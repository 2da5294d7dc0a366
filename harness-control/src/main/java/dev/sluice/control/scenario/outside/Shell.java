package dev.sluice.control.scenario.outside;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs commands of this host. Immutable; any thread. */
public final class Shell {

  /**
   * Runs a command line and waits for its end.
   *
   * @return what it wrote, standard error included
   * @throws OutsideException if it cannot be run, fails, or takes too long
   */
  public String run(String command, Duration timeout)
      throws OutsideException, InterruptedException {
    try {
      // a file and no pipe: a pipe that nobody empties would hold the command up
      Path output = Files.createTempFile("sluice-exec", ".out");
      try {
        return run(command, timeout, output);
      } finally {
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      throw new OutsideException("'" + command + "' cannot be run: " + e.getMessage());
    }
  }

  private static String run(String command, Duration timeout, Path output)
      throws IOException, OutsideException, InterruptedException {
    Process process =
        new ProcessBuilder(List.of("sh", "-c", command))
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new OutsideException(
            "'" + command + "' did not end within " + timeout.toSeconds() + " s");
      }
    } finally {
      process.destroyForcibly();
    }
    String text = Files.readString(output, StandardCharsets.UTF_8).strip();
    if (process.exitValue() != 0) {
      throw new OutsideException(
          "'" + command + "' ended with exit code " + process.exitValue() + said(text));
    }
    return text;
  }

  private static String said(String text) {
    String last = text.substring(text.lastIndexOf('\n') + 1);
    return last.isEmpty() ? "" : ": " + last;
  }
}
