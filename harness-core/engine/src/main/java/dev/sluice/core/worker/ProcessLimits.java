package dev.sluice.core.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * How much this process may have of what connections take.
 *
 * @param threads those of the operating system, {@link Long#MAX_VALUE} where nobody knows
 * @param threadsSetBy what sets their number, for people
 * @param heapBytes the largest that the heap can become
 */
public record ProcessLimits(OpenFiles files, long threads, String threadsSetBy, long heapBytes) {

  private static final Map<Path, String> OF_THREADS =
      Map.of(
          Path.of("/proc/sys/kernel/pid_max"), "kernel.pid_max",
          Path.of("/proc/sys/kernel/threads-max"), "kernel.threads-max",
          Path.of("/sys/fs/cgroup/pids.max"), "pids.max of the control group");

  /** As they are now. */
  public static ProcessLimits now() {
    long threads = Long.MAX_VALUE;
    String setBy = "";
    for (Map.Entry<Path, String> each : OF_THREADS.entrySet()) {
      long most = read(each.getKey());
      if (most < threads) {
        threads = most;
        setBy = each.getValue();
      }
    }
    return new ProcessLimits(OpenFiles.now(), threads, setBy, Runtime.getRuntime().maxMemory());
  }

  private static long read(Path file) {
    try {
      // by lines: a kernel's number ends with the first read, which is of one byte in readString
      return Long.parseLong(String.join("", Files.readAllLines(file)).strip());
    } catch (IOException | NumberFormatException e) {
      return Long.MAX_VALUE; // it is not there, or sets no limit
    }
  }

  /**
   * How to have a larger heap.
   *
   * @param bytes at least so large
   */
  public static String moreHeap(double bytes) {
    String option = "-Xmx" + (long) Math.ceil(bytes / (1 << 30)) + "g";
    return "SLUICE_JAVA_OPTS=%s, or java %s -jar".formatted(option, option);
  }
}
