package dev.sluice.control.sink.folder;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.Json;
import dev.sluice.control.secret.SecretRules;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import java.time.Duration;
import java.util.List;

/** The description of a run before it starts, as JSON. Pure functions. */
final class DescriptionJson {

  /** The member for the table of connections, whatever a provider calls it. */
  private static final String TABLE = "ccdt";

  private DescriptionJson() {}

  /** Adds the members of the description. */
  static Json of(RunDescription description, Json json) {
    Environment environment = description.environment();
    json.put("versions", environment.versions())
        .put(
            "host",
            new Json()
                .put("name", environment.host())
                .put("operatingSystem", environment.operatingSystem())
                .put("processors", environment.processors())
                .put("maxHeapBytes", environment.maxHeapBytes())
                .put("zone", environment.zone().getId())
                .put(
                    "jvmArguments",
                    environment.jvmArguments().stream().map(SecretRules::mask).toList()))
        .put(
            "clock",
            "intervals and latencies by System.nanoTime of this host, dates by its wall clock;"
                + " end-to-end times by the wall clocks of sender and receiver")
        .put("provider", description.provider());
    description
        .table()
        .ifPresent(
            table ->
                json.put(
                    TABLE,
                    new Json()
                        .put("location", SecretRules.mask(table.location()))
                        .put("sha256", table.sha256())));
    RunSpec spec = description.spec();
    json.put("durationSeconds", seconds(spec.duration()))
        .put("warmupSeconds", seconds(spec.warmup()))
        .put("intervalSeconds", seconds(spec.interval()))
        .put("workloads", workloads(spec))
        .put("configuration", SecretRules.mask(description.configuration()));
    if (!description.labels().isEmpty()) {
      json.put("labels", SecretRules.mask(description.labels()));
    }
    return json;
  }

  private static List<Json> workloads(RunSpec spec) {
    return spec.workloads().stream().map(DescriptionJson::workload).toList();
  }

  private static Json workload(WorkloadSpec workload) {
    double perWorker = workload.target().perWorker(workload.workers());
    return new Json()
        .put("name", workload.name())
        .put("workers", workload.workers())
        .put("targetPerWorkerPerSecond", Csv.number(perWorker))
        .put("targetPerSecond", Csv.number(perWorker * workload.workers()))
        .put("rampSeconds", seconds(workload.ramp()))
        .put("arrivals", workload.arrivals())
        .put("catchUpSeconds", catchUp(workload.catchUp().limitNanos()))
        .put("count", workload.count())
        .put("disconnectEvery", workload.disconnects().every())
        .put("disconnectSeconds", seconds(workload.disconnects().pause()))
        .put("startParallel", workload.start().parallel())
        .put("onError", workload.errorPolicy())
        .put("threads", workload.threads())
        .put("drainSeconds", seconds(workload.drain()));
  }

  private static Object catchUp(long limitNanos) {
    return limitNanos == Long.MAX_VALUE ? "unlimited" : Csv.number(limitNanos / NANOS_PER_SECOND);
  }

  private static Object seconds(Duration duration) {
    return Csv.number(duration.toNanos() / NANOS_PER_SECOND);
  }
}
