package dev.sluice.control.process;

import dev.sluice.control.command.StatisticsLine;
import dev.sluice.control.sink.console.Terminal;
import dev.sluice.core.run.RunControl;
import java.io.IOException;

/** A way in which a run is driven from outside. */
@FunctionalInterface
public interface Face {

  /**
   * Opens it, before workers connect.
   *
   * @param statistics what a script gets that asks for the statistics
   * @return what closes it
   * @throws IOException if it cannot be had, with one line that says why
   */
  AutoCloseable open(RunControl control, StatisticsLine statistics, Terminal terminal)
      throws IOException;
}
