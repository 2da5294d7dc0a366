package dev.sluice.control.scenario.step;

import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.jms.provider.JmsProvider;
import java.util.function.Function;

/**
 * Puts an exact number of messages, beside the run or before there is one.
 *
 * @param queue where, for people
 * @param messages how many
 * @param provider the name of the provider
 * @param sender puts them, by that provider, and ends
 */
public record FillStep(
    String queue, long messages, String provider, Function<JmsProvider, WorkloadSpec> sender)
    implements Step {

  @Override
  public String text() {
    return "fill " + queue + " with " + messages + " messages by " + provider;
  }

  @Override
  public void play(StepContext context) throws StepFailedException, InterruptedException {
    context.mark(text());
    long put = context.environment().put(provider, sender);
    if (put != messages) {
      throw new StepFailedException("only " + put + " of " + messages + " messages were put");
    }
  }
}
