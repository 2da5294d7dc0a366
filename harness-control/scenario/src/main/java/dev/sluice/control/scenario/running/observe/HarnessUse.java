package dev.sluice.control.scenario.running.observe;

import dev.sluice.control.measure.Reading;
import dev.sluice.core.run.watch.CpuMeter;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.util.LinkedHashMap;
import java.util.Map;

/** The resources that this process uses. Any thread. */
final class HarnessUse {

  private static final double BYTES_PER_MEBIBYTE = 1 << 20;

  private final CpuMeter cpuMeter;

  HarnessUse(CpuMeter cpuMeter) {
    this.cpuMeter = cpuMeter;
  }

  /** Processor time so far. */
  long cpuNanos() {
    return cpuMeter.cpuNanos();
  }

  /** Heap in use, time spent in garbage collection so far, open files where that is known. */
  Map<String, Reading> readings() {
    Map<String, Reading> readings = new LinkedHashMap<>();
    readings.put(
        "harness heap MiB",
        new Reading.Value(
            ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed()
                / BYTES_PER_MEBIBYTE));
    readings.put(
        "harness GC ms",
        new Reading.Value(
            ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum()));
    OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    if (system instanceof com.sun.management.UnixOperatingSystemMXBean unix) {
      readings.put("harness files", new Reading.Value(unix.getOpenFileDescriptorCount()));
    }
    return readings;
  }
}
