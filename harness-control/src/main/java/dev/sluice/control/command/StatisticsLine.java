package dev.sluice.control.command;

import dev.sluice.core.run.RunControl;
import java.util.Optional;

/** The answer to {@code REPORT -stats}. For any thread. */
@FunctionalInterface
public interface StatisticsLine {

  /** The last interval, as JMSPerfHarness's BasicStats prints it. */
  static StatisticsLine basic(RunControl control) {
    return () -> control.latest().map(RunText::basicStats);
  }

  /**
   * Whether the run is that of an older tool's line, so that what is no command is told as there.
   */
  default boolean ofOlderTool() {
    return false;
  }

  /** The line, empty as long as no statistics interval has ended. */
  Optional<String> latest();
}
