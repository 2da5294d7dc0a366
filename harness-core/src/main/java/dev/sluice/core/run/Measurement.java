package dev.sluice.core.run;

import dev.sluice.core.bus.ConnectionLog;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Overflow;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.stats.WorkloadStats.Reading;
import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The measuring of a run: closes intervals, keeps the latest, adds up the summary. Interval ends
 * come from the intervals' thread and, at the end of the warm-up and of the run, from the run's
 * own: those two always close one, so that what is done before and after them is kept apart, and
 * the summary is the sum of the intervals.
 */
final class Measurement {

  /** An interval shorter than this part of a full one is not worth a line if it can go on. */
  private static final int MIN_PART = 20;

  private final RunSpec spec;
  private final List<Workload> workloads;
  private final NanoClock clock;
  private final InstantSource wallClock;
  private final CpuMeter cpuMeter;
  private final ConnectionLog connectionLog;
  private final Sink bus;
  private final SummaryBuilder totals;

  private volatile Snapshot latest;
  private boolean warmup; // guarded by this
  private long startNanos; // guarded by this
  private long lastCloseNanos; // guarded by this
  private long durationFromNanos = NanoClock.NEVER; // guarded by this
  private long plannedEndNanos = NanoClock.NEVER; // of the warm-up or of the run; guarded by this
  private long number; // guarded by this
  private boolean commonNumbers; // with others that started at one time; guarded by this
  private Instant started = Instant.EPOCH; // guarded by this
  private long cpuNanosAtStart; // guarded by this
  private long cpuNanos; // guarded by this

  Measurement(
      RunSpec spec,
      List<Workload> workloads,
      NanoClock clock,
      InstantSource wallClock,
      CpuMeter cpuMeter,
      ConnectionLog connectionLog,
      Sink bus) {
    this.spec = spec;
    this.workloads = workloads;
    this.clock = clock;
    this.wallClock = wallClock;
    this.cpuMeter = cpuMeter;
    this.connectionLog = connectionLog;
    this.bus = bus;
    this.totals = new SummaryBuilder(spec.id());
    this.warmup = !spec.warmup().isZero();
  }

  /** The first schedule starts now. */
  synchronized void start(long nowNanos) {
    startedAt(nowNanos, nowNanos);
  }

  /**
   * Joins others that measure by one start, which may be past. Intervals have the number of the one
   * of theirs that they began in.
   */
  synchronized void join(long commonStartNanos, long nowNanos) {
    commonNumbers = true;
    startedAt(commonStartNanos, nowNanos);
    warmup &= nowNanos < commonStartNanos + spec.warmup().toNanos();
  }

  private void startedAt(long fromNanos, long nowNanos) {
    startNanos = fromNanos;
    lastCloseNanos = nowNanos;
    started = wallClock.instant().minusNanos(nowNanos - fromNanos);
    cpuNanosAtStart = cpuMeter.cpuNanos();
  }

  /** Whether it has been {@linkplain #start started}. */
  synchronized boolean begun() {
    return !started.equals(Instant.EPOCH);
  }

  /** Warm-up and duration count from now. */
  synchronized void countDuration(long nowNanos) {
    durationFromNanos = nowNanos;
    plannedEndNanos = plannedEnd(warmup ? spec.warmup() : spec.duration());
  }

  /** A full interval is over; it goes on if it has hardly begun or if the end is near anyway. */
  synchronized void tick() {
    long leastNanos = spec.interval().toNanos() / MIN_PART;
    long nowNanos = clock.nanos();
    if (nowNanos - lastCloseNanos >= leastNanos && nowNanos <= plannedEndNanos - leastNanos) {
      close();
    }
  }

  synchronized void endWarmup() {
    close();
    warmup = false;
    plannedEndNanos = plannedEnd(spec.duration());
    cpuNanosAtStart = cpuMeter.cpuNanos();
  }

  /** Measuring ends: what workers still do is counted, but belongs to no interval. */
  synchronized void end() {
    close();
    plannedEndNanos = lastCloseNanos; // no tick closes another
    cpuNanos = cpuMeter.cpuNanos() - cpuNanosAtStart;
  }

  /** Its outcome, after all workers have ended. */
  synchronized Summary summary(
      String endReason,
      List<Overflow> overflows,
      List<String> failures,
      List<Hindrance> hindrances) {
    connectionLog.passOn();
    return totals.build(
        started,
        cpuNanos,
        Runtime.getRuntime().availableProcessors(),
        workloads,
        endReason,
        overflows,
        failures,
        hindrances);
  }

  Optional<Snapshot> latest() {
    return Optional.ofNullable(latest);
  }

  /** The number of the interval that a time is in: all cut where intervals and the warm-up end. */
  private long numberAt(long nanos) {
    long intervalNanos = spec.interval().toNanos();
    long warmupNanos = spec.warmup().toNanos();
    boolean cutWithin = warmupNanos % intervalNanos != 0 && nanos - startNanos >= warmupNanos;
    return (nanos - startNanos) / intervalNanos + (cutWithin ? 2 : 1);
  }

  private long plannedEnd(Duration time) {
    return time.isZero() ? NanoClock.NEVER : durationFromNanos + time.toNanos();
  }

  private void close() {
    workloads.forEach(w -> w.stats().readCounters());
    long nowNanos = clock.nanos();
    List<Reading> readings = workloads.stream().map(w -> w.stats().readingAt(nowNanos)).toList();
    long lengthNanos = nowNanos - lastCloseNanos;
    number = Math.max(number + 1, commonNumbers ? numberAt(lastCloseNanos) : 1);
    lastCloseNanos = nowNanos;
    Snapshot snapshot =
        new Snapshot(
            number,
            wallClock.instant(),
            nowNanos - startNanos,
            lengthNanos,
            warmup,
            spec.id(),
            IntStream.range(0, workloads.size())
                .mapToObj(i -> workloads.get(i).interval(readings.get(i), lengthNanos))
                .toList());
    connectionLog.passOn();
    totals.add(snapshot);
    latest = snapshot;
    bus.interval(snapshot);
  }
}
