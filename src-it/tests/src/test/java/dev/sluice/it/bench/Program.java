package dev.sluice.it.bench;

import dev.sluice.it.run.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A way to run Sluice.
 *
 * @param name what a table calls it
 * @param command the words in front of the arguments
 */
record Program(String name, List<String> command) {

  private static final Path OWN_STATISTICS = Path.of("/proc/self/stat");
  private static final long MILLIS_PER_TICK = 10;

  /** The line that a started process is waited for. */
  @FunctionalInterface
  interface Event {
    void await(ProcessHandle process, BufferedReader output) throws Exception;
  }

  /** Reads {@code NAME=COMMAND}. */
  static Program parse(String text) {
    String[] parts = text.split("=", 2);
    return new Program(parts[0], List.of(parts[1].split(" ")));
  }

  /** From before the process is made to its end. */
  Elapsed untilExit(String... args) throws IOException, InterruptedException {
    Duration cpuBefore = cpuOfChildren();
    long startNanos = System.nanoTime();
    Process process = builder(args).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    process.waitFor();
    long nanos = System.nanoTime() - startNanos;
    return new Elapsed(nanos, cpuOfChildren().minus(cpuBefore));
  }

  /** From before the process is made to something that it does; then waits for its end. */
  Elapsed until(Event event, String... args) throws Exception {
    long startNanos = System.nanoTime();
    Process process = builder(args).start();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      event.await(process.toHandle(), output);
      long nanos = System.nanoTime() - startNanos;
      Duration cpu = process.info().totalCpuDuration().orElse(Duration.ZERO);
      output.lines().forEach(line -> {}); // else it would block in writing
      process.waitFor();
      return new Elapsed(nanos, cpu);
    } finally {
      process.destroy();
    }
  }

  private ProcessBuilder builder(String... args) {
    List<String> words = new ArrayList<>(command);
    words.addAll(List.of(args));
    return ChildProcess.builder(words).redirectError(ProcessBuilder.Redirect.DISCARD);
  }

  /** Processor time of all processes that this one started and that have ended, on Linux. */
  private static Duration cpuOfChildren() throws IOException {
    if (!Files.exists(OWN_STATISTICS)) {
      return Duration.ZERO;
    }
    String statistics = Files.readString(OWN_STATISTICS);
    String[] fields = statistics.substring(statistics.lastIndexOf(')') + 2).split(" ");
    long ticks = Long.parseLong(fields[13]) + Long.parseLong(fields[14]); // cutime, cstime
    return Duration.ofMillis(ticks * MILLIS_PER_TICK);
  }
}
