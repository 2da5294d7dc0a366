package dev.sluice.control.scenario.outside;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A command of this host that runs as long as the scenario.
 *
 * @param command program and arguments
 * @param environment variables of its own
 * @param readyLine text in its output that says that it is ready
 * @param readyPort port of this host that is open when it is ready
 * @param readyWithin how long that may take
 * @param mayEnd whether it may end before the scenario does
 */
public record ProcessSpec(
    String name,
    List<String> command,
    Map<String, String> environment,
    Optional<String> readyLine,
    OptionalInt readyPort,
    Duration readyWithin,
    boolean mayEnd) {

  public ProcessSpec {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }
}
