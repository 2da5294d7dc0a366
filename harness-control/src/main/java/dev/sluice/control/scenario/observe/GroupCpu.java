package dev.sluice.control.scenario.observe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * CPU time of a control group: {@code cpu.stat} of version 2, {@code cpuacct.usage} of version 1.
 */
final class GroupCpu implements Observer {

  private static final String USAGE_MICROS = "usage_usec ";
  private static final double NANOS_PER_MICRO = 1e3;

  private final String name;
  private final Path folder;

  GroupCpu(String name, Path folder) {
    this.name = name;
    this.folder = folder;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean readsCpuNanos() {
    return true;
  }

  @Override
  public double read() throws ObservationException {
    try {
      Path usage = folder.resolve("cpuacct.usage");
      if (Files.exists(usage)) {
        return Double.parseDouble(Files.readString(usage).strip());
      }
      for (String line : Files.readAllLines(folder.resolve("cpu.stat"))) {
        if (line.startsWith(USAGE_MICROS)) {
          return Double.parseDouble(line.substring(USAGE_MICROS.length())) * NANOS_PER_MICRO;
        }
      }
    } catch (IOException | NumberFormatException e) {
      throw new ObservationException("the control group " + folder + " cannot be read");
    }
    throw new ObservationException("the control group " + folder + " tells no CPU time");
  }
}
