package dev.sluice.control.command;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import java.time.Duration;
import java.util.List;

/** Shows the last statistics interval. */
public record Stats(boolean json) implements Command.OfRun {

  static final Syntax SYNTAX =
      Syntax.of(
          "stats [json]",
          "The last statistics interval.",
          arguments -> new Stats(arguments.optionalJson()),
          "stats",
          "stats json");

  @Override
  public String text() {
    return json ? "stats json" : "stats";
  }

  @Override
  public List<String> runOn(RunControl control) throws RunControlException {
    Snapshot latest = control.latest().orElseThrow(Stats::noInterval);
    return json
        ? List.of(RunJson.interval(latest), "OK")
        : RunText.ended(
            RunText.interval(latest),
            "interval of "
                + RunText.decimals(Duration.ofNanos(latest.lengthNanos()))
                + " s"
                + (latest.warmup() ? ", warm-up" : ""));
  }

  static RunControlException noInterval() {
    return new RunControlException("no interval has ended yet");
  }
}
