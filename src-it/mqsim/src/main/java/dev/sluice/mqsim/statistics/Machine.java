package dev.sluice.mqsim.statistics;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Supplier;

/** This machine, and the thread that asks. Without {@code /proc/stat} processor times are 0. */
public final class Machine implements Supplier<Usage> {

  private static final Path PROCESSORS = Path.of("/proc/stat");

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  @Override
  public Usage get() {
    long[] ticks = ticks();
    long userNanos = threads.getCurrentThreadUserTime();
    return new Usage(
        ticks[0] + ticks[1],
        ticks[2],
        Arrays.stream(ticks).sum(),
        system.getSystemLoadAverage(),
        system.getTotalMemorySize(),
        system.getFreeMemorySize(),
        userNanos,
        threads.getCurrentThreadCpuTime() - userNanos);
  }

  /** User, nice, system, idle, waiting for I/O, interrupts, soft interrupts, stolen. */
  private static long[] ticks() {
    try (var lines = Files.lines(PROCESSORS)) {
      return lines
          .findFirst()
          .map(line -> Arrays.stream(line.split("\\s+")).skip(1).limit(8))
          .orElseThrow()
          .mapToLong(Long::parseLong)
          .toArray();
    } catch (IOException e) {
      return new long[8];
    }
  }
}
