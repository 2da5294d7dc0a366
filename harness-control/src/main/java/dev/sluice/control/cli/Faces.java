package dev.sluice.control.cli;

import dev.sluice.control.metrics.MetricsSettings;
import dev.sluice.control.socket.CommandServerSettings;
import dev.sluice.control.socket.StatisticsLine;
import dev.sluice.core.run.RunControl;
import java.util.List;
import java.util.Optional;

/**
 * The ways in which a run is driven and watched from outside.
 *
 * @param commandServer the command socket, if there is one
 * @param metrics the metrics endpoint, if there is one
 * @param reported what the reporter printed last, if it answers for that in its own way
 * @param others other ways
 */
record Faces(
    Optional<CommandServerSettings> commandServer,
    Optional<MetricsSettings> metrics,
    Optional<StatisticsLine> reported,
    List<Face> others) {

  Faces {
    others = List.copyOf(others);
  }

  /** What a script gets that asks for the statistics. */
  StatisticsLine statistics(RunControl control) {
    return reported.orElse(StatisticsLine.basic(control));
  }
}
