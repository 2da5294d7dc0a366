package dev.sluice.control.scenario.running.observe;

import dev.sluice.control.measure.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** CPU time of a process of this host, its ended threads included. */
final class ProcessCpu {

  private ProcessCpu() {}

  /** Of the process whose number stands in a file now. */
  static Reading inFile(Path file) throws ObservationException {
    try {
      return of(Long.parseLong(Files.readString(file).strip()));
    } catch (IOException | NumberFormatException e) {
      throw new ObservationException(file + " holds no process id");
    }
  }

  static Reading of(long pid) throws ObservationException {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .map(used -> new Reading.Cpu(used.toNanos(), 0))
        .orElseThrow(() -> new ObservationException("process " + pid + " does not exist"));
  }
}
