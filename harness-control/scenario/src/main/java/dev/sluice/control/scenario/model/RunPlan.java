package dev.sluice.control.scenario.model;

import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.endpoint.socket.CommandServerSettings;
import dev.sluice.control.sink.otlp.OtlpSettings;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The settings of a run, without workloads.
 *
 * @param of a run of workloads
 * @param out the folder for results, if one is wanted
 * @param labels those of the run, by key
 * @param commandServer the command socket, if one is wanted
 * @param metrics the metrics endpoint, if one is wanted
 * @param otlp the push of metrics, if one is wanted
 * @param page the live page, if one is wanted
 */
public record RunPlan(
    Function<List<WorkloadSpec>, RunSpec> of,
    Optional<Path> out,
    Map<String, String> labels,
    Optional<CommandServerSettings> commandServer,
    Optional<PortSettings> metrics,
    Optional<OtlpSettings> otlp,
    Optional<PortSettings> page) {

  /** A run of workloads. */
  public RunSpec run(List<WorkloadSpec> workloads) {
    return of.apply(workloads);
  }
}
