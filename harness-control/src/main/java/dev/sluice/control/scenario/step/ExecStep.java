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
  public void play(StepContext scene) throws StepFailedException, InterruptedException {
    scene.run().mark(text());
    scene.environment().exec(command, timeout);
    scene.findings().disturbed(scene.nanos());
  }
}
