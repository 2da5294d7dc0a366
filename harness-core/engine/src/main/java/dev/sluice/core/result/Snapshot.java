package dev.sluice.core.result;

import dev.sluice.core.stats.Window;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
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
 * @param cpu the processor time that the harness used in it
 * @param workloads what each workload did in it
 */
public record Snapshot(
    long number,
    Instant time,
    long sinceStartNanos,
    long lengthNanos,
    boolean warmup,
    String runId,
    CpuUse cpu,
    List<Window> workloads) {

  /**
   * One of a process of which it is not known how many processors it may use.
   *
   * @param cpuCores how many it kept busy on average
   */
  public Snapshot(
      long number,
      Instant time,
      long sinceStartNanos,
      long lengthNanos,
      boolean warmup,
      String runId,
      double cpuCores,
      List<Window> workloads) {
    this(
        number,
        time,
        sinceStartNanos,
        lengthNanos,
        warmup,
        runId,
        CpuUse.of(cpuCores, lengthNanos, 0),
        workloads);
  }

  /** This interval and the one that followed it. A workload may be in one of them only. */
  public Snapshot then(Snapshot next) {
    long both = lengthNanos + next.lengthNanos;
    return new Snapshot(
        next.number,
        next.time,
        next.sinceStartNanos,
        both,
        next.warmup,
        next.runId,
        cpu.then(next.cpu),
        joined(next, both, Window::then));
  }

  /**
   * This interval and that of another process at the same time, as long as the longer one. A
   * workload may be in one of them only.
   */
  public Snapshot plus(Snapshot other) {
    long longest = Math.max(lengthNanos, other.lengthNanos);
    return new Snapshot(
        Math.max(number, other.number),
        time.isAfter(other.time) ? time : other.time,
        Math.max(sinceStartNanos, other.sinceStartNanos),
        longest,
        warmup || other.warmup,
        runId,
        cpu.plus(other.cpu),
        joined(other, longest, Window::plus));
  }

  private List<Window> joined(Snapshot other, long nanos, BinaryOperator<Window> by) {
    Map<String, Window> joined = new LinkedHashMap<>();
    workloads.forEach(each -> joined.put(each.name(), each));
    other.workloads.forEach(each -> joined.merge(each.name(), each, by));
    return joined.values().stream().map(each -> each.lasting(nanos)).toList();
  }

  /** The part of it that stays after its process has ended; it takes no time. */
  public Snapshot ended() {
    CpuUse none = new CpuUse(0, 0, cpu.processors());
    return new Snapshot(number, time, sinceStartNanos, 0, false, runId, none, workloads)
        .with(Window::ended);
  }

  /** The later part of this interval, without its begin: the reverse of {@link #then}. */
  public Snapshot minus(Snapshot begin) {
    long rest = lengthNanos - begin.lengthNanos;
    return new Snapshot(
        number,
        time,
        sinceStartNanos,
        rest,
        warmup,
        runId,
        cpu.minus(begin.cpu),
        workloads.stream()
            .map(each -> begin.of(each.name()).map(each::minus).orElse(each).lasting(rest))
            .toList());
  }

  /** The same interval, left out of the summary. */
  public Snapshot asWarmup() {
    return new Snapshot(number, time, sinceStartNanos, lengthNanos, true, runId, cpu, workloads);
  }

  /** How many processors the harness kept busy in it, on average. */
  public double cpuCores() {
    return cpu.cores();
  }

  /** What a workload did in it, if it has a part in it. */
  public Optional<Window> of(String workload) {
    return workloads.stream().filter(each -> each.name().equals(workload)).findFirst();
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
        cpu,
        workloads.stream().map(change).toList());
  }
}
