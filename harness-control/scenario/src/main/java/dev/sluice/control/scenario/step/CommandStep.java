package dev.sluice.control.scenario.step;

import dev.sluice.control.command.Command;
import java.time.Duration;

/**
 * Gives a command to this process or to another.
 *
 * @param process the name of another process, or empty for this one
 * @param lasts how long it goes on after the answer, as a ramp does
 * @param waits whether the step ends with it; else the next step begins with it
 */
public record CommandStep(String process, Command.OfRun command, Duration lasts, boolean waits)
    implements Step {

  /** A command that is carried out when it is answered. */
  public CommandStep(String process, Command.OfRun command) {
    this(process, command, Duration.ZERO, false);
  }

  @Override
  public String text() {
    return command.text()
        + (process.isEmpty() ? "" : " of " + process)
        + (lasts.isZero() ? "" : waits ? ", waits for its end" : ", does not wait");
  }

  @Override
  public void play(StepContext context) throws StepFailedException, InterruptedException {
    command.runOn(context.run(process));
    context.sleep(time());
  }

  @Override
  public Duration time() {
    return waits ? lasts : Duration.ZERO;
  }
}
