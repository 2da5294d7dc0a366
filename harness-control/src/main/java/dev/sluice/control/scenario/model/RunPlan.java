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

/** The settings of a run, without workloads. */
public interface RunPlan {

  /** A run of workloads. */
  RunSpec run(List<WorkloadSpec> workloads);

  /** The folder for results, if one is wanted. */
  Optional<Path> out();

  /** The labels of the run, by key. */
  Map<String, String> labels();

  /** The command socket, if one is wanted. */
  Optional<CommandServerSettings> commandServer();

  /** The metrics endpoint, if one is wanted. */
  Optional<PortSettings> metrics();

  /** The push of metrics, if one is wanted. */
  Optional<OtlpSettings> otlp();

  /** The live page, if one is wanted. */
  Optional<PortSettings> page();
}
