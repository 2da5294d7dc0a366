package dev.sluice.core.run;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A change of workloads that was made by a command and can be undone.
 *
 * @param adjustment what was changed, as it was asked for
 * @param before the target of each workload that was changed, just before
 */
public record Change(Adjustment adjustment, Map<String, TargetState> before) {

  public Change {
    before = Collections.unmodifiableMap(new LinkedHashMap<>(before));
  }

  /** What was changed. */
  public sealed interface Adjustment {

    /**
     * The state without the change, from a time on.
     *
     * @param before the state just before the change
     * @param now the state in force
     */
    TargetState undone(TargetState before, TargetState now, long nanos);
  }

  /** The rate, at once or over some time. */
  public record OfRate(RateChange change, Duration over) implements Adjustment {
    @Override
    public TargetState undone(TargetState before, TargetState now, long nanos) {
      return now.withRateOf(before, nanos);
    }
  }

  /** A pause began, or ended. */
  public record OfPause(boolean paused) implements Adjustment {
    @Override
    public TargetState undone(TargetState before, TargetState now, long nanos) {
      return now.paused(!paused, nanos);
    }
  }

  /** Workers were started; or ended, if {@code by} is below 0. */
  public record OfWorkers(int by) implements Adjustment {
    @Override
    public TargetState undone(TargetState before, TargetState now, long nanos) {
      return now.at(nanos).withWorkers(Math.max(0, now.workers() + undoing(before)));
    }

    /** How many workers are to be started, or ended if it is below 0: no more than there were. */
    public int undoing(TargetState before) {
      return by > 0 ? -by : Math.min(-by, before.workers());
    }
  }

  /**
   * A change that was undone.
   *
   * @param change empty if it was that of another process, which alone knows it
   * @param workloads how those stand that it had changed
   */
  public record Undone(Optional<Change> change, List<RunStatus.WorkloadStatus> workloads) {}

  /** The state of a workload without it, from a time on. */
  public TargetState undone(String workload, TargetState now, long nanos) {
    return adjustment.undone(before.get(workload), now, nanos);
  }

  boolean isNothing() {
    return before.isEmpty();
  }

  /** The part of it that was of a workload; all of it without a name. */
  Change of(String workload) {
    return workload.isEmpty()
        ? this
        : new Change(adjustment, Map.of(workload, before.get(workload)));
  }

  /** The rest of it. */
  Change without(Change part) {
    Map<String, TargetState> rest = new LinkedHashMap<>(before);
    rest.keySet().removeAll(part.before.keySet());
    return new Change(adjustment, rest);
  }
}
