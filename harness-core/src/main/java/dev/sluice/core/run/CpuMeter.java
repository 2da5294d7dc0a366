package dev.sluice.core.run;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;

/** Reads the processor time this process has used. */
@FunctionalInterface
public interface CpuMeter {

  /** User and system time of the process so far, in nanoseconds; 0 where it cannot be had. */
  long cpuNanos();

  /** The meter of this JVM. */
  static CpuMeter ofThisProcess() {
    OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    return system instanceof com.sun.management.OperatingSystemMXBean process
        ? () -> Math.max(0, process.getProcessCpuTime())
        : () -> 0;
  }
}
