package dev.sluice.control.cli;

import dev.sluice.control.results.folder.Observation;
import dev.sluice.control.scenario.observe.Observers;
import dev.sluice.control.scenario.step.Observed;
import dev.sluice.core.run.RunControl;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reads observers again and again, on a thread of its own, for the figures over time. */
final class ObserverTimeline implements AutoCloseable {

  private final Observers observers;
  private final RunControl control;
  private final InstantSource wallClock;
  private final Duration every;
  private final Consumer<List<Observation>> sink;
  private final Thread thread = new Thread(this::readAgainAndAgain, "observers");

  /**
   * @param observers for this alone; closed with it
   * @param control tells when the run started
   * @param sink gets each reading
   */
  ObserverTimeline(
      Observers observers,
      RunControl control,
      InstantSource wallClock,
      Duration every,
      Consumer<List<Observation>> sink) {
    this.observers = observers;
    this.control = control;
    this.wallClock = wallClock;
    this.every = every;
    this.sink = sink;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // then it ends with the process
    }
    observers.close();
  }

  private void readAgainAndAgain() {
    try {
      Observed last = observers.read();
      while (true) {
        Thread.sleep(every.toMillis());
        Observed now = observers.read();
        sink.accept(figures(last, now));
        last = now;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // that is how it is ended
    }
  }

  private List<Observation> figures(Observed last, Observed now) {
    Instant time = wallClock.instant();
    long sinceStartNanos = control.status().sinceStartNanos();
    List<Observation> figures = new ArrayList<>();
    now.coresSince(last)
        .forEach(
            (name, cores) ->
                figures.add(
                    new Observation(time, sinceStartNanos, name, "cpu", Observation.CORES, cores)));
    now.gauges()
        .forEach(
            (name, value) ->
                figures.add(new Observation(time, sinceStartNanos, name, "value", "", value)));
    return figures;
  }
}
