package dev.sluice.control.measure;

import dev.sluice.control.measure.Observed.ObservedFigures;
import dev.sluice.control.sink.console.AllDue;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.stats.Account;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Measures;
import dev.sluice.core.stats.Unfinished;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The figures of a workload in a window of a run, for objectives.
 *
 * @param measures what was done
 * @param account what became of all that was due; of nothing where only what was done counts
 * @param lengthNanos how long it was
 * @param errors failures
 * @param delivery what the check of deliveries found, if there is one
 * @param recovery the longest recovery that was waited for, if any
 * @param observed what was observed beside the load
 */
public record Window(
    Measures measures,
    Account account,
    long lengthNanos,
    long errors,
    Optional<DeliveryCounts> delivery,
    Optional<Duration> recovery,
    ObservedFigures observed) {

  private static final Account NOTHING_DUE = Account.of(Counts.ZERO, Unfinished.NOTHING);

  /** An interval, or several. */
  public static Window of(
      Snapshot.Workload sum, Optional<Duration> recovery, ObservedFigures observed) {
    return new Window(
        sum.measures(),
        sum.account(),
        sum.lengthNanos(),
        sum.measures().counts().errors(),
        sum.delivery(),
        recovery,
        observed);
  }

  /** Of an interval, or of several, what was done. */
  public static Window ofDone(Snapshot.Workload sum) {
    return of(sum, Optional.empty(), ObservedFigures.NONE).done();
  }

  /** All of a run that was measured. */
  public static Window of(Summary.Workload workload, Optional<Duration> recovery) {
    return new Window(
        workload.measured(),
        workload.account(),
        workload.measuredNanos(),
        workload.errors(),
        workload.delivery(),
        recovery,
        ObservedFigures.NONE);
  }

  /** Nothing but what was observed. */
  public static Window of(ObservedFigures observed) {
    return of(Snapshot.Workload.starting("", 0, 0), Optional.empty(), observed);
  }

  /** The same, where only what was done counts. */
  Window done() {
    return new Window(measures, NOTHING_DUE, lengthNanos, errors, delivery, recovery, observed);
  }

  /** Errors are those of the whole run, where it is one. */
  long count(Counter counter) {
    return counter == Counter.ERRORS
        ? errors
        : measures.counts().get(counter)
            + (counter == Counter.DROPPED ? account.after().tooOld() : 0); // it is as good as done
  }

  double achievedPerSecond() {
    return measures.achievedPerSecond(lengthNanos);
  }

  /** Achieved over target; empty without a target. */
  OptionalDouble ratio() {
    return measures.hadTarget() ? OptionalDouble.of(measures.ratio()) : OptionalDouble.empty();
  }

  /** The target minus what was done. */
  double backlog() {
    return Math.max(0, measures.asked() - measures.counts().done());
  }

  /** How long all took that was due. */
  AllDue latency() {
    return new AllDue(measures.headlineLatency(), account);
  }

  /** The longest; empty if none was waited for. */
  OptionalDouble recoveryNanos() {
    return recovery.isPresent()
        ? OptionalDouble.of((double) recovery.get().toNanos())
        : OptionalDouble.empty();
  }
}
