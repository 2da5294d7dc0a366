package dev.sluice.control.scenario.running.observe;

import dev.sluice.control.measure.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * CPU time of a control group: {@code cpu.stat} of version 2, {@code cpuacct.usage} of version 1.
 */
record GroupCpu(Path folder) implements Observer {

  private static final String USAGE_MICROS = "usage_usec ";
  private static final long NANOS_PER_MICRO = 1_000;

  @Override
  public Reading read() throws ObservationException {
    try {
      Path usage = folder.resolve("cpuacct.usage");
      if (Files.exists(usage)) {
        return new Reading.Cpu(Long.parseLong(Files.readString(usage).strip()), 0);
      }
      for (String line : Files.readAllLines(folder.resolve("cpu.stat"))) {
        if (line.startsWith(USAGE_MICROS)) {
          long micros = Long.parseLong(line.substring(USAGE_MICROS.length()));
          return new Reading.Cpu(micros * NANOS_PER_MICRO, 0);
        }
      }
    } catch (IOException | NumberFormatException e) {
      throw new ObservationException("the control group " + folder + " cannot be read");
    }
    throw new ObservationException("the control group " + folder + " has no CPU time");
  }
}
