package dev.sluice.control.scenario.step;

import dev.sluice.control.measure.Objective;
import dev.sluice.control.measure.Observations;
import dev.sluice.control.measure.Observed;
import dev.sluice.control.measure.Subject;
import dev.sluice.core.text.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

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
    implements Await {

  @Override
  public String text() {
    return "wait until "
        + wanted.written()
        + (holding.isZero() ? "" : " for " + Figures.time(holding))
        + patience();
  }

  @Override
  public Optional<String> timed() {
    return Optional.of(column);
  }

  /** What has been so since the last action counts, so that waits on one event share its zero. */
  @Override
  public void play(StepContext context) throws StepFailedException, InterruptedException {
    long startNanos = context.nanos();
    long fromNanos = context.findings().disturbedNanos().orElse(startNanos);
    List<Observed> readings = new ArrayList<>();
    context
        .observedBetween(fromNanos, startNanos)
        .forEach(each -> addIfRead(each, fromNanos, readings));
    addIfRead(context.observe(), fromNanos, readings);
    while (true) {
      OptionalLong sinceNanos = sinceNanos(readings);
      long nowNanos = readings.get(readings.size() - 1).nanos();
      if (sinceNanos.isPresent() && nowNanos - sinceNanos.getAsLong() >= holding.toNanos()) {
        done(context, wanted.written(), Duration.ofNanos(sinceNanos.getAsLong() - fromNanos));
        return;
      }
      if (context.nanos() - startNanos >= within.toNanos()) {
        tookTooLong(context, wanted.written(), "");
        return;
      }
      context.nextInterval();
      addIfRead(context.observeDue(), fromNanos, readings);
    }
  }

  /** A slow observer's reading counts once, and not if it is older than the event. */
  private void addIfRead(Observed now, long fromNanos, List<Observed> readings) {
    String observer = ((Subject.OfObserver) wanted.figure()).observer();
    OptionalLong read = now.readNanos(observer);
    Optional<Observed> last = readings.stream().reduce((earlier, later) -> later);
    boolean again = last.filter(each -> each.readNanos(observer).equals(read)).isPresent();
    if (read.isEmpty() || (read.getAsLong() >= fromNanos && !again)) {
      readings.add(now);
    }
  }

  /** The first of the last readings that are all as wanted; empty if the last one is not. */
  private OptionalLong sinceNanos(List<Observed> readings) {
    OptionalLong since = OptionalLong.empty();
    for (int i = readings.size() - 1; i >= 0; i--) {
      Observed now = readings.get(i);
      Observed earlier = readings.get(Math.max(0, i - 1));
      if (!wanted.judge("", "", Observations.of(now.figuresSince(earlier))).met()) {
        return since;
      }
      since = OptionalLong.of(now.nanos());
    }
    return since;
  }
}
