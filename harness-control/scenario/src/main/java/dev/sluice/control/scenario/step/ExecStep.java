package dev.sluice.control.scenario.step;

import dev.sluice.control.scenario.yaml.ShellCommand;
import java.time.Duration;

/** Runs a command of this host. */
public record ExecStep(ShellCommand command, Duration timeout) implements Step {

  @Override
  public String text() {
    return "exec " + command.text();
  }

  @Override
  public void play(StepContext context) throws StepFailedException, InterruptedException {
    context.mark(text());
    context.environment().exec(command, timeout);
    context.findings().disturbed(context.nanos());
  }
}
