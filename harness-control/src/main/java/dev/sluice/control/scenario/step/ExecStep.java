package dev.sluice.control.scenario.step;

import java.time.Duration;

/** Runs a command of this host. */
public record ExecStep(String command, Duration timeout) implements Step {

  @Override
  public String text() {
    return "exec " + command;
  }

  @Override
  public void play(StepContext scene) throws StepFailedException, InterruptedException {
    scene.run().mark(text());
    scene.environment().exec(command, timeout);
    scene.findings().disturbed(scene.nanos());
  }
}
