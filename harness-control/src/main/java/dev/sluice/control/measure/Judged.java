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
 * What objectives are judged by.
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
public record Judged(
    Window window,
    Shortfall missing,
    AllDue latency,
    long errors,
    Optional<DeliveryCounts> delivery,
    Optional<Duration> recovery,
    ObservedFigures observed,
    Batches batches) {

  /** An interval, or several. */
  public static Judged of(Window window, Optional<Duration> recovery, ObservedFigures observed) {
    return of(
        window,
        Shortfall.of(window, Unfinished.NOTHING),
        window.counts().errors(),
        window.end().delivery(),
        recovery,
        observed);
  }

  /** An interval, or several, where nothing else is known. */
  public static Judged of(Window window) {
    return of(window, Optional.empty(), ObservedFigures.NONE);
  }

  /** Of an interval, or of several, what was done. */
  public static Judged ofDone(Window window) {
    return of(window).done();
  }

  /** All of a run that was measured. */
  public static Judged of(Summary.Workload workload, Optional<Duration> recovery) {
    return of(
        workload.measured(),
        workload.missing(),
        workload.errors(),
        workload.delivery(),
        recovery,
        ObservedFigures.NONE);
  }

  /** What was measured of a run that goes on. */
  public static Judged of(Totals.OfWorkload soFar) {
    return of(
        soFar.sum(),
        soFar.missing(),
        soFar.whole().end().errors(),
        soFar.sum().end().delivery(),
        Optional.empty(),
        ObservedFigures.NONE);
  }

  private static Judged of(
      Window window,
      Shortfall missing,
      long errors,
      Optional<DeliveryCounts> delivery,
      Optional<Duration> recovery,
      ObservedFigures observed) {
    return new Judged(
        window, missing, AllDue.of(window), errors, delivery, recovery, observed, new Batches());
  }

  /** The same, where something else was done and took another time. */
  Judged by(Window done, AllDue took) {
    return new Judged(done, missing, took, errors, delivery, recovery, observed, batches);
  }

  /** Nothing but what was observed. */
  public static Judged of(ObservedFigures observed) {
    return of(Window.none(""), Optional.empty(), observed);
  }

  /** The same, with the parts of it. */
  public Judged in(Batches parts) {
    return new Judged(window, missing, latency, errors, delivery, recovery, observed, parts);
  }

  /** The same, of these intervals, with what is known of them. */
  public Judged in(IntervalSum done) {
    return new Judged(
        window, done.missing(), latency, errors, delivery, recovery, observed, done.batches());
  }

  /** The same, where only what was done counts. */
  Judged done() {
    return by(window, latency.ofDone());
  }

  /**
   * The same without the harness's own lateness, as far as it may be why a latency is at or above a
   * limit: near the limit first, because nobody knows which iterations it was, and only where it is
   * more than a share of the latency. What was dropped for it is left out.
   */
  Judged withoutOwnLateness(double limitNanos, double share) {
    long late = window.lateness().countFrom((long) (share * limitNanos));
    Latency lowered =
        latency
            .done()
            .lowered(
                (long) limitNanos,
                share,
                window.counts().ownLatenessNanos(),
                late + window.end().workers()); // a call that was held up began in time
    Map<Counter, Long> never = new EnumMap<>(Counter.class);
    never.putAll(latency.never());
    never.computeIfPresent(
        Counter.DROPPED,
        (any, dropped) -> dropped - window.counts().get(Counter.droppedFor(Cause.HARNESS)));
    AllDue best = new AllDue(lowered, latency.unfinished(), never);
    return by(window, best);
  }

  /** The same, where nothing that is unfinished counts yet. */
  Judged withoutUnfinished() {
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
