package dev.sluice.control.cli.option.workload;

import dev.sluice.control.cli.option.CommandPart;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How long a receive waits. */
public final class ReceiveOptions extends CommandPart {

  @Option(
      names = "--receive-timeout",
      paramLabel = "TIME",
      defaultValue = "5s",
      description =
          "How long one receive waits for a message; 0 = forever (default ${DEFAULT-VALUE}).")
  private Duration timeout;

  /** How long, in whole milliseconds. */
  public Duration timeout() {
    if (!timeout.isZero() && timeout.toMillis() < 1) {
      throw invalid(
          "--receive-timeout", "'" + timeout + "': it must be 1ms or more, or 0 = forever");
    }
    return timeout;
  }
}
