package dev.sluice.control.scenario.running.observe;

import dev.sluice.control.scenario.measure.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** CPU time of a process of this host, its ended threads included. */
final class ProcessCpu implements Observer {

  private final String name;
  private final PidSource pid;

  /** Where the number of the process is read, each time. */
  @FunctionalInterface
  interface PidSource {
    long pid() throws ObservationException;
  }

  ProcessCpu(String name, PidSource pid) {
    this.name = name;
    this.pid = pid;
  }

  static PidSource inFile(Path file) {
    return () -> {
      try {
        return Long.parseLong(Files.readString(file).strip());
      } catch (IOException | NumberFormatException e) {
        throw new ObservationException(file + " holds no process id");
      }
    };
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Reading read() throws ObservationException {
    long number = pid.pid();
    return ProcessHandle.of(number)
        .flatMap(process -> process.info().totalCpuDuration())
        .map(used -> new Reading.Cpu(used.toNanos(), 0))
        .orElseThrow(() -> new ObservationException("process " + number + " does not exist"));
  }
}
