package dev.sluice.control.cli.option.workload;

import dev.sluice.control.cli.option.OptionRules;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How long a receive waits. */
public final class ReceiveOptions {

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--receive-timeout",
      order = 300,
      paramLabel = "TIME",
      defaultValue = "5s",
      description =
          "How long one receive waits for a message; 0 = forever (default ${DEFAULT-VALUE}).")
  private Duration timeout;

  /** How long, in whole milliseconds. */
  public Duration timeout() {
    if (!timeout.isZero() && timeout.toMillis() < 1) {
      throw new OptionRules(command)
          .invalid(
              "--receive-timeout", "'" + timeout + "': it must be 1ms or more, or 0 = forever");
    }
    return timeout;
  }
}
