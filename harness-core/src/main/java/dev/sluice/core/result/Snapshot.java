package dev.sluice.core.result;

import dev.sluice.core.stats.Window;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * One statistics interval, immutable and the same for every sink.
 *
 * @param number counts intervals from 1
 * @param time wall-clock time of its end
 * @param sinceStartNanos its end, in nanoseconds since the schedule started
 * @param lengthNanos how long it was
 * @param warmup whether it is left out of the summary
 * @param runId the run's id, may be empty
 * @param workloads what each workload did in it
 */
public record Snapshot(
    long number,
    Instant time,
    long sinceStartNanos,
    long lengthNanos,
    boolean warmup,
    String runId,
    List<Window> workloads) {

  /** This interval and the one that followed it. */
  public Snapshot then(Snapshot next) {
    long both = lengthNanos + next.lengthNanos;
    Map<String, Window> before = new HashMap<>();
    workloads.forEach(workload -> before.put(workload.name(), workload));
    List<Window> joined =
        next.workloads.stream()
            .map(
                later ->
                    before.containsKey(later.name())
                        ? before.get(later.name()).then(later)
                        : later.lasting(both))
            .toList();
    return new Snapshot(
        next.number, next.time, next.sinceStartNanos, both, next.warmup, next.runId, joined);
  }

  /** The same interval with other figures of its workloads. */
  public Snapshot with(UnaryOperator<Window> change) {
    return new Snapshot(
        number,
        time,
        sinceStartNanos,
        lengthNanos,
        warmup,
        runId,
        workloads.stream().map(change).toList());
  }
}
