package dev.sluice.control.command;

import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import dev.sluice.core.run.RunStatus;
import java.util.List;

/** Shows how the run stands. */
public record Status(boolean json) implements Command.OfRun {

  static final Syntax SYNTAX =
      Syntax.of(
          "status [json]",
          "Shows the state of the run and its workloads.",
          arguments -> new Status(arguments.optionalJson()),
          "status",
          "status json");

  @Override
  public String text() {
    return json ? "status json" : "status";
  }

  @Override
  public List<String> runOn(RunControl control) throws RunControlException {
    RunStatus status = control.status();
    return json
        ? List.of(RunJson.status(status), "OK")
        : RunText.ended(
            status.workloads().stream().map(RunText::status).toList(), RunText.status(status));
  }
}
