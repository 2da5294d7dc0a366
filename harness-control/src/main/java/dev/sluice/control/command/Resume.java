package dev.sluice.control.command;

import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import java.util.List;

/**
 * Lets the workers of a workload go on.
 *
 * @param workload its name, or empty for all
 */
public record Resume(String workload) implements Command.OfRun {

  static final Syntax SYNTAX =
      Syntax.of(
          "resume [WORKLOAD]",
          "Ends a pause; iterations missed meanwhile are not made up.",
          arguments -> new Resume(arguments.optionalWorkload()),
          "resume");

  @Override
  public String text() {
    return ("resume " + workload).strip();
  }

  @Override
  public List<String> runOn(RunControl control) throws RunControlException {
    return RunText.effective(control.resume(workload));
  }
}
