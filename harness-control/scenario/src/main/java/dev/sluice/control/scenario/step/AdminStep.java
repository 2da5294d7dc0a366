package dev.sluice.control.scenario.step;

import dev.sluice.control.endpoint.client.HostPort;
import java.time.Duration;

/** Sends a line to a TCP port. */
public record AdminStep(HostPort at, String line, Duration timeout) implements Step {

  @Override
  public String text() {
    return "admin " + line;
  }

  @Override
  public void play(StepContext context) throws StepFailedException {
    context.mark(text());
    context.environment().admin(at, line, timeout);
    context.findings().disturbed(context.nanos());
  }
}
