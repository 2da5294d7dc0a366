package dev.sluice.it.cli;

import dev.sluice.it.run.ChildProcess;
import dev.sluice.it.run.PackagedProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A process of the packaged program that has ended.
 *
 * @param exitCode its exit code
 * @param lines what it printed, on standard output and error, without empty lines
 */
public record SluiceProcess(int exitCode, List<String> lines) {

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Runs the program to its end, in a directory of its own. */
  public static SluiceProcess run(Path directory, List<String> arguments)
      throws IOException, InterruptedException {
    return run(directory, List.of(), arguments);
  }

  /**
   * The same by another program.
   *
   * @param by that program with its arguments, which are followed by the line to run
   */
  public static SluiceProcess run(Path directory, List<String> by, List<String> arguments)
      throws IOException, InterruptedException {
    Path output = directory.resolve("output.txt");
    Process process = start(directory, output, by, List.of(), arguments);
    try {
      if (!ChildProcess.awaitEnd(process, PATIENCE)) {
        throw new IllegalStateException("still running: " + Files.readString(output));
      }
    } finally { // with what it started, which it can no longer end itself
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    List<String> lines = Files.readAllLines(output);
    return new SluiceProcess(
        process.exitValue(), lines.stream().filter(line -> !line.isBlank()).toList());
  }

  /** Starts the program; the process belongs to the caller. */
  public static Process start(Path directory, Path output, List<String> arguments)
      throws IOException {
    return startWith(List.of(), directory, output, arguments);
  }

  /** The same with options of the Java virtual machine. */
  public static Process startWith(
      List<String> jvmOptions, Path directory, Path output, List<String> arguments)
      throws IOException {
    return start(directory, output, List.of(), jvmOptions, arguments);
  }

  private static Process start(
      Path directory, Path output, List<String> by, List<String> jvmOptions, List<String> arguments)
      throws IOException {
    List<String> options = new ArrayList<>(jvmOptions);
    options.addAll(PackagedProgram.SHORT_LIVED);
    List<String> command = new ArrayList<>(by);
    command.addAll(PackagedProgram.command(options.toArray(String[]::new)));
    command.addAll(arguments);
    return ChildProcess.builder(command)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }
}
