package dev.sluice.control.sink.folder;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.RunDocument.RunSetup;
import dev.sluice.control.format.RunDocument.WorkloadSetup;
import dev.sluice.control.format.TableDigest;
import dev.sluice.control.secret.SecretRules;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The description of a run before it starts.
 *
 * @param spec the run
 * @param provider how it reaches its broker, in one line without secrets
 * @param configuration everything it was told, by name; secrets are masked when it is written
 * @param environment what it runs on
 * @param labels what people find it by, by key
 * @param table the table of connections, if there is one
 */
public record RunDescription(
    RunSpec spec,
    String provider,
    Map<String, Object> configuration,
    Environment environment,
    Map<String, String> labels,
    Optional<TableDigest> table) {

  /** The description in {@code run.json}. */
  RunSetup setup() {
    return new RunSetup(
        Optional.of(environment.versions()),
        environment.host(),
        "intervals and latencies by System.nanoTime of this host, dates by its wall clock;"
            + " end-to-end times by the wall clocks of sender and receiver",
        Optional.of(provider),
        table.map(each -> new TableDigest(SecretRules.mask(each.location()), each.sha256())),
        Optional.of(seconds(spec.duration())),
        Optional.of(seconds(spec.warmup())),
        seconds(spec.interval()),
        spec.workloads().stream().map(RunDescription::workload).toList(),
        SecretRules.mask(configuration),
        Optional.of(SecretRules.mask(labels)).filter(any -> !labels.isEmpty()));
  }

  private static WorkloadSetup workload(WorkloadSpec workload) {
    double perWorker = workload.target().perWorker(workload.workers());
    long catchUpNanos = workload.catchUp().limitNanos();
    return new WorkloadSetup(
        workload.name(),
        workload.workers(),
        perWorker,
        perWorker * workload.workers(),
        seconds(workload.ramp()),
        workload.arrivals(),
        catchUpNanos == Long.MAX_VALUE ? "unlimited" : Csv.seconds(catchUpNanos),
        workload.count(),
        workload.disconnects().every(),
        seconds(workload.disconnects().pause()),
        workload.start().parallel(),
        workload.errorPolicy(),
        workload.threads(),
        seconds(workload.drain()));
  }

  private static double seconds(Duration time) {
    return time.toNanos() / NANOS_PER_SECOND;
  }
}
