package dev.sluice.control.scenario.step;

import java.time.Duration;

/** Lets some time go by. */
public record WaitStep(Duration time) implements Step {

  @Override
  public String text() {
    return "wait " + time.toMillis() / 1000.0 + " s";
  }

  @Override
  public Step after(Duration elapsed) {
    Duration left = time.minus(elapsed);
    return new WaitStep(left.isNegative() ? Duration.ZERO : left);
  }

  @Override
  public void play(StepContext context) throws StepFailedException, InterruptedException {
    context.sleep(time);
  }
}
