package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.measure.Demand;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What is asked of the law of a sweep. */
final class DemandOptions extends CommandPart {

  @Option(
      names = "--for",
      paramLabel = "RATE",
      description = "Say how many of a sweep's units carry this rate: 50000/s.")
  String rate = "";

  @Option(names = "--under", paramLabel = "LIMIT", description = "Latency to keep: p99=20ms.")
  String under = "";

  /** What was asked for, if something was. */
  Optional<Demand> demand() {
    requires("--for", !rate.isEmpty(), "--under", !under.isEmpty());
    try {
      return rate.isEmpty() ? Optional.empty() : Optional.of(Demand.parse(rate, under));
    } catch (IllegalArgumentException e) {
      String limit = under.isEmpty() ? "" : " --under " + under;
      throw refusal("--for " + rate + limit + ": " + e.getMessage(), e);
    }
  }
}
