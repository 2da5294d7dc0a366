package dev.sluice.api;

import dev.sluice.api.Estimate.Unit;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Window;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Batches;
import java.util.Map;
import java.util.Optional;

/**
 * What a workload did while it was measured.
 *
 * @param summary as the engine tells it
 * @param batches the intervals of the measured time, for errors
 */
public record WorkloadResult(Summary.Workload summary, Batches batches) {

  /** Its name. */
  public String name() {
    return summary.name();
  }

  /**
   * Time from the intended start to the end of an iteration; without a schedule as {@link
   * #service}.
   */
  public LatencyResult latency() {
    return measured().latency().isEmpty() ? service() : of(LatencyKind.LATENCY);
  }

  /** Time from the actual start to the end of an iteration. */
  public LatencyResult service() {
    return of(LatencyKind.SERVICE);
  }

  /** Time of another kind, such as from sending to receiving. */
  public LatencyResult of(LatencyKind kind) {
    return LatencyResult.of(measured().get(kind), batches.times(kind));
  }

  /** Iterations done per second. */
  public Estimate achieved() {
    return new Estimate(
        batches.achieved().interval().around(measured().achievedPerSecond()), Unit.PER_SECOND);
  }

  /** Iterations per second that the schedule asked for; 0 without one. */
  public double targetPerSecond() {
    return measured().targetPerSecond();
  }

  /** Done over what the rate asked for; 1 without a target. */
  public double ratio() {
    return measured().ratio();
  }

  /** What became of all iterations of the run, warm-up and end included. */
  public Account account() {
    return Account.of(summary.whole());
  }

  /** What the check of its messages found, if it was {@linkplain Load#verifying asked for}. */
  public Optional<DeliveryCounts> delivery() {
    return summary.delivery();
  }

  /** Whether the target was kept, and what kept it from being so. */
  public Verdict verdict() {
    return summary.verdict();
  }

  /** The part of the latency that is the harness's own lateness, 0 to 1. */
  public double harnessShare() {
    return Verdict.harnessShare(measured());
  }

  /** Failures of the whole run, by cause. */
  public Map<String, Long> errors() {
    return summary.whole().end().errorsByCause();
  }

  private Window measured() {
    return summary.measured();
  }

  @Override
  public String toString() {
    return "%s: %s%s; %s; %s; %s"
        .formatted(
            name(),
            achieved(),
            measured().hadTarget() ? " of " + Figures.perSecond(targetPerSecond()) : "",
            latency(),
            account(),
            verdict().explanation());
  }
}
