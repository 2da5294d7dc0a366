package dev.sluice.control.command;

import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import java.util.List;

/** Ends the run. */
public record Stop() implements Command.OfRun {

  static final Syntax SYNTAX =
      Syntax.of("stop", "Ends the run and prints its summary.", Stop::parse, "stop");

  private static Stop parse(Arguments arguments) throws BadCommandException {
    arguments.requireSize(0, 0);
    return new Stop();
  }

  @Override
  public String text() {
    return "stop";
  }

  @Override
  public List<String> runOn(RunControl control) throws RunControlException {
    control.stop("stopped by command");
    return List.of("OK the run is ending");
  }
}
