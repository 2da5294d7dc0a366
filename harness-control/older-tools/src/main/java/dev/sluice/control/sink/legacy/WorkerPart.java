package dev.sluice.control.sink.legacy;

import static dev.sluice.core.time.Nanos.NANOS_PER_MICRO;

import dev.sluice.core.stats.WorkerReading;
import dev.sluice.core.stats.WorkerReading.ServiceTimes;
import java.util.List;
import java.util.stream.Collectors;

/** The part of a line that tells of each worker. */
final class WorkerPart {

  private WorkerPart() {}

  /** The iterations of each. */
  static String iterations(List<WorkerReading> workers) {
    return workers.stream()
        .map(worker -> worker.iterations() + "\t")
        .collect(Collectors.joining("", " (", ") "));
  }

  /** The iterations and the mean service time of each that has one. */
  static String serviceTimes(List<WorkerReading> workers) {
    return workers.stream()
        .map(worker -> worker.iterations() + mean(worker.service()) + "\t")
        .collect(Collectors.joining("", " (", ") "));
  }

  private static String mean(ServiceTimes service) {
    return service.count() == 0
        ? ""
        : "," + Math.round(service.meanNanos() / NANOS_PER_MICRO) + "(micros)";
  }
}
