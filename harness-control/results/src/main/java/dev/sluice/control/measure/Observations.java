package dev.sluice.control.measure;

import dev.sluice.control.measure.Observed.ObservedFigures;
import dev.sluice.core.pacing.Cause;
import dev.sluice.core.result.Shortfall;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Totals;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import dev.sluice.estimates.Batches;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The observations of a workload, or of observers, by which objectives are judged.
 *
 * @param window what was done
 * @param missing what was due and not done, by cause
 * @param latency how long all took that was due; or what was done, where only that counts
 * @param errors failures; those of the whole run, where it is one
 * @param delivery what the check of deliveries found, if there is one
 * @param recovery the longest recovery that was waited for, if any
 * @param observed what was observed beside the load
 * @param batches what was done in parts, from which errors are known; may be empty
 */
public record Observations(
    Window window,
    Shortfall missing,
    AllDue latency,
    long errors,
    Optional<DeliveryCounts> delivery,
    Optional<Duration> recovery,
    ObservedFigures observed,
    Batches batches) {

  /** An interval, or several. */
  public static Observations of(
      Window window, Optional<Duration> recovery, ObservedFigures observed) {
    return of(
        window,
        Shortfall.of(window, Unfinished.NOTHING),
        window.counts().errors(),
        window.end().delivery(),
        recovery,
        observed);
  }

  /** Several intervals, with the batches from which errors are known. */
  public static Observations of(IntervalSum done) {
    return of(done, 0, Optional.empty(), ObservedFigures.NONE);
  }

  /**
   * The same.
   *
   * @param credit how many iterations do not count as asked for: low rates ask for fractions
   */
  public static Observations of(
      IntervalSum done, int credit, Optional<Duration> recovery, ObservedFigures observed) {
    Window sum = done.sum().asking(Math.max(0, done.sum().asked() - credit));
    return of(sum, done.missing(), sum.counts().errors(), sum.end().delivery(), recovery, observed)
        .in(done.batches());
  }

  /** An interval, or several, where nothing else is known. */
  public static Observations of(Window window) {
    return of(window, Optional.empty(), ObservedFigures.NONE);
  }

  /** Of an interval, or of several, what was done. */
  public static Observations ofDone(Window window) {
    return of(window).done();
  }

  /** All of a run that was measured. */
  public static Observations of(Summary.Workload workload, Optional<Duration> recovery) {
    return of(
        workload.measured(),
        workload.missing(),
        workload.errors(),
        workload.delivery(),
        recovery,
        ObservedFigures.NONE);
  }

  /** What was measured of a run that goes on. */
  public static Observations of(Totals.OfWorkload soFar) {
    return of(
        soFar.sum(),
        soFar.missing(),
        soFar.whole().end().errors(),
        soFar.sum().end().delivery(),
        Optional.empty(),
        ObservedFigures.NONE);
  }

  private static Observations of(
      Window window,
      Shortfall missing,
      long errors,
      Optional<DeliveryCounts> delivery,
      Optional<Duration> recovery,
      ObservedFigures observed) {
    return new Observations(
        window, missing, AllDue.of(window), errors, delivery, recovery, observed, new Batches());
  }

  /** The same, where something else was done and took another time. */
  Observations by(Window done, AllDue took) {
    return new Observations(done, missing, took, errors, delivery, recovery, observed, batches);
  }

  /** Nothing but what was observed. */
  public static Observations of(ObservedFigures observed) {
    return of(Window.none(""), Optional.empty(), observed);
  }

  /** The same, with the parts of it. */
  public Observations in(Batches parts) {
    return new Observations(window, missing, latency, errors, delivery, recovery, observed, parts);
  }

  /** The same, where only what was done counts. */
  Observations done() {
    return by(window, latency.ofDone());
  }

  /**
   * The same without the harness's own lateness, as far as it may be why a latency is at or above a
   * limit: near the limit first, because nobody knows which iterations it was, and only where it is
   * more than a share of the latency. What was dropped for it is left out.
   */
  Observations withoutOwnLateness(double limitNanos, double share) {
    Latency lowered =
        latency
            .done()
            .lowered(
                (long) limitNanos,
                share,
                window.counts().ownLatenessNanos(),
                window.lateness(),
                window.end().workers()); // a call that was held up began in time
    Map<Counter, Long> never = new EnumMap<>(Counter.class);
    never.putAll(latency.never());
    never.computeIfPresent(
        Counter.DROPPED,
        (any, dropped) -> dropped - window.counts().get(Counter.droppedFor(Cause.HARNESS)));
    AllDue best = new AllDue(lowered, latency.unfinished(), never);
    return by(window, best);
  }

  /** The same, where nothing that is unfinished counts yet. */
  Observations withoutUnfinished() {
    AllDue settled = new AllDue(latency.done(), Unfinished.NOTHING, latency.never());
    return by(window, settled);
  }

  long count(Counter counter) {
    return counter == Counter.ERRORS
        ? errors
        : window.counts().get(counter)
            + (counter == Counter.DROPPED ? latency.tooOld() : 0); // it is as good as done
  }

  /** Achieved over target; empty without a target. */
  OptionalDouble ratio() {
    return window.hadTarget() ? OptionalDouble.of(window.ratio()) : OptionalDouble.empty();
  }

  /** The target minus what was done. */
  double backlog() {
    return Math.max(0, window.asked() - window.counts().done());
  }

  /** The longest; empty if none was waited for. */
  OptionalDouble recoveryNanos() {
    return recovery.isPresent()
        ? OptionalDouble.of((double) recovery.get().toNanos())
        : OptionalDouble.empty();
  }
}
