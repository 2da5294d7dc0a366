package dev.sluice.it.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Starts all processes of tests. Each ends, with all that it started in turn, at the latest when
 * the test class that started it ends, or its Java virtual machine, even if that is killed.
 *
 * <p>A mark in their environment tells them from others, and is inherited. A guard, which is a
 * shell, ends those that have it when the virtual machine is gone. Where there is no {@code /proc},
 * only descendants are known, and there is no guard.
 */
public final class ChildProcess {

  private static final String VARIABLE = "SLUICE_TEST_PROCESS";
  private static final String MARK = UUID.randomUUID().toString();
  private static final Path PROCESSES = Path.of("/proc");

  /** Ends what has the mark, again and again until nothing has: a process may start another. */
  private static final String GUARD =
      """
      trap '' HUP INT TERM
      cat >/dev/null
      found=1
      while [ $found = 1 ]; do
        found=0
        for process in /proc/[0-9]*; do
          if grep -qz "^$1=.*$2" $process/environ 2>/dev/null; then
            kill -9 ${process#/proc/} && found=1
          fi
        done
      done
      """;

  /** Begins to watch with the first process that is started. */
  private static final class Guard {

    static final Process PROCESS = start();

    private Guard() {}

    private static Process start() {
      ProcessBuilder builder = new ProcessBuilder("sh", "-c", GUARD, "guard", VARIABLE, MARK);
      builder.environment().remove(VARIABLE);
      builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
      builder.redirectError(ProcessBuilder.Redirect.DISCARD);
      try {
        return builder.start();
      } catch (IOException e) {
        throw new UncheckedIOException("no guard for the processes of tests", e);
      }
    }
  }

  private ChildProcess() {}

  /** Ends them when the test class that started them has ended. Benchmarks have no JUnit. */
  public static final class EndAfterTests implements AfterAllCallback {

    @Override
    public void afterAll(ExtensionContext context) {
      if (context.getRequiredTestClass().getEnclosingClass() == null) {
        endAll();
      }
    }
  }

  /** A process to be started, by its command line. */
  public static ProcessBuilder builder(String... command) {
    return builder(List.of(command));
  }

  /** A process to be started, by its command line. */
  public static ProcessBuilder builder(List<String> command) {
    if (Files.isDirectory(PROCESSES) && !Guard.PROCESS.isAlive()) {
      throw new IllegalStateException("the guard of the processes of tests has ended");
    }
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().merge(VARIABLE, MARK, (outer, inner) -> outer + "/" + inner);
    return builder;
  }

  /** A class of the tests in a Java virtual machine of its own, to be started. */
  public static ProcessBuilder builder(Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return builder(command);
  }

  /** Those that live. */
  public static List<ProcessHandle> living() {
    return Files.isDirectory(PROCESSES)
        ? ProcessHandle.allProcesses().filter(ChildProcess::isMarked).toList()
        : ProcessHandle.current().descendants().toList();
  }

  private static boolean isMarked(ProcessHandle process) {
    try {
      Path environment = PROCESSES.resolve(Long.toString(process.pid())).resolve("environ");
      return new String(Files.readAllBytes(environment), StandardCharsets.ISO_8859_1)
          .contains(MARK);
    } catch (IOException e) {
      return false; // it has ended, or is somebody else's
    }
  }

  /** Ends all of them. */
  public static void endAll() {
    for (List<ProcessHandle> left = living(); !left.isEmpty(); left = living()) {
      left.forEach(ProcessHandle::destroyForcibly);
      left.forEach(process -> process.onExit().join());
    }
  }

  /**
   * Waits for the end of a process.
   *
   * @param patience how long on a quiet host; while more threads want to run than there are
   *     processors, time passes more slowly in the same proportion
   * @return whether it has ended
   */
  public static boolean awaitEnd(Process process, Duration patience) throws InterruptedException {
    OperatingSystemMXBean host = ManagementFactory.getOperatingSystemMXBean();
    double secondsLeft = patience.toSeconds();
    while (secondsLeft > 0) {
      if (process.waitFor(1, TimeUnit.SECONDS)) {
        return true;
      }
      secondsLeft -= quietSeconds(host.getAvailableProcessors(), host.getSystemLoadAverage());
    }
    return false;
  }

  /**
   * What a second is worth.
   *
   * @param load threads that want to run; negative if nobody knows
   */
  static double quietSeconds(int processors, double load) {
    return load <= processors ? 1 : processors / load;
  }
}
