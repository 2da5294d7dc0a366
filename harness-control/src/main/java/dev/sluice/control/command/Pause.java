package dev.sluice.control.command;

import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import java.util.List;

/**
 * Holds the workers of a workload.
 *
 * @param workload its name, or empty for all
 */
public record Pause(String workload) implements Command.OfRun {

  static final Syntax SYNTAX =
      Syntax.of(
          "pause [WORKLOAD]",
          "Holds workers before their next iteration.",
          arguments -> new Pause(arguments.optionalWorkload()),
          "pause");

  @Override
  public String text() {
    return ("pause " + workload).strip();
  }

  @Override
  public List<String> runOn(RunControl control) throws RunControlException {
    return RunText.effective(control.pause(workload));
  }
}
