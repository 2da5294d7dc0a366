package dev.sluice.core.run.watch;

import dev.sluice.core.result.Hindrance;
import java.util.Map;

/** Reads the processor time this process has used, and the time it was kept from using any. */
@FunctionalInterface
public interface CpuMeter {

  /** User and system time of the process so far, in nanoseconds; 0 where it cannot be had. */
  long cpuNanos();

  /**
   * The time that was withheld from the process so far, in nanoseconds, by what withheld it: pauses
   * of the garbage collection, the CPU limit of its cgroup, the hypervisor, and whatever used the
   * host's processors, itself included. The last two are averages over the processors. What cannot
   * be had is 0 or left out.
   */
  default Map<Hindrance.Kind, Long> withheld() {
    return Map.of();
  }

  /** The meter of this JVM. */
  static CpuMeter ofThisProcess() {
    return new ProcessMeter();
  }
}
