package dev.sluice.control.scenario.step;

import dev.sluice.control.scenario.measure.Objective;
import dev.sluice.control.scenario.measure.Observed;
import dev.sluice.control.scenario.measure.Window;
import dev.sluice.control.sink.console.Figures;
import java.time.Duration;

/**
 * Waits until something that is observed is as wanted, reading by reading. One that fails is not as
 * wanted.
 *
 * @param wanted about an observer
 * @param holding how long it must stay so
 * @param within how long it may take
 * @param orGoOn whether the scenario goes on when it takes longer
 * @param column what the time it took is called in the steps table
 */
public record AwaitObservedStep(
    Objective wanted, Duration holding, Duration within, boolean orGoOn, String column)
    implements Step {

  @Override
  public String text() {
    return "wait until "
        + wanted.written()
        + (holding.isZero() ? "" : " for " + Figures.time(holding))
        + ", at most "
        + Figures.time(within)
        + (orGoOn ? ", or goes on" : "");
  }

  @Override
  public void play(StepContext context) throws StepFailedException, InterruptedException {
    long startNanos = context.nanos();
    Observed earlier = context.observe();
    boolean held = false;
    long sinceNanos = 0;
    while (true) {
      context.nextInterval();
      Observed now = context.observe();
      boolean holds = wanted.metBy(Window.of(now.figuresSince(earlier)));
      if (holds && !held) {
        sinceNanos = now.nanos();
      }
      held = holds;
      if (held && now.nanos() - sinceNanos >= holding.toNanos()) {
        done(context, Duration.ofNanos(sinceNanos - startNanos));
        return;
      }
      if (context.nanos() - startNanos >= within.toNanos()) {
        tookTooLong(context);
        return;
      }
      earlier = now;
    }
  }

  private void done(StepContext context, Duration after) {
    context.findings().waited(column, after);
    context.mark(wanted.written() + " after " + Figures.time(after));
  }

  private void tookTooLong(StepContext context) throws StepFailedException {
    String problem = "not " + wanted.written() + " within " + Figures.time(within);
    if (!orGoOn) {
      throw new StepFailedException(problem);
    }
    context.mark(problem + ", going on");
  }
}
