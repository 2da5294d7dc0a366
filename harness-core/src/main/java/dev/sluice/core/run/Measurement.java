package dev.sluice.core.run;

import dev.sluice.core.bus.Sink;
import dev.sluice.core.bus.Timeline;
import dev.sluice.core.pacing.Arrivals;
import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Shortfall;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Summary.CpuUse;
import dev.sluice.core.result.Summary.Overflow;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.result.Verdict.Interruption;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.stats.Window;
import dev.sluice.core.stats.WorkerReading;
import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private final CpuMeter cpuMeter;
  private final Timeline timeline;
  private final Sink bus;
  private final Totals totals;

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
      RunSpec spec, List<Workload> workloads, CpuMeter cpuMeter, Timeline timeline, Sink bus) {
    this.spec = spec;
    this.workloads = workloads;
    this.cpuMeter = cpuMeter;
    this.timeline = timeline;
    this.bus = bus;
    this.totals = new Totals(spec.id());
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
    started = timeline.now().minusNanos(nowNanos - fromNanos);
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
    long nowNanos = timeline.clock().nanos();
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
  synchronized Summary summary(Ending ending) {
    timeline.passOnConnections();
    int processors = Runtime.getRuntime().availableProcessors();
    return totals.build(started, cpuNanos, processors, workloads, ending);
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
    long nowNanos = timeline.clock().nanos();
    List<Window> readings = workloads.stream().map(w -> w.stats().readingAt(nowNanos)).toList();
    long lengthNanos = nowNanos - lastCloseNanos;
    number = Math.max(number + 1, commonNumbers ? numberAt(lastCloseNanos) : 1);
    lastCloseNanos = nowNanos;
    Snapshot snapshot =
        new Snapshot(
            number,
            timeline.now(),
            nowNanos - startNanos,
            lengthNanos,
            warmup,
            spec.id(),
            IntStream.range(0, workloads.size())
                .mapToObj(i -> workloads.get(i).interval(readings.get(i), nowNanos, lengthNanos))
                .toList());
    timeline.passOnConnections();
    totals.add(snapshot);
    latest = snapshot;
    bus.interval(snapshot);
  }

  /**
   * The end of a run.
   *
   * @param reason why it ended, one phrase
   * @param overflows what outputs did not get
   * @param failures threads of the harness that failed, each in one line
   * @param hindrances what kept the harness from working
   */
  record Ending(
      String reason, List<Overflow> overflows, List<String> failures, List<Hindrance> hindrances) {}

  /** Adds up interval snapshots, warm-up left out. Guarded by its owner. */
  static final class Totals {

    private final String runId;
    private final Map<String, Measured> measured = new LinkedHashMap<>();
    private final Map<String, Window> warmup = new HashMap<>(); // the last interval of it
    private long measuredNanos;
    private long warmupNanos;

    Totals(String runId) {
      this.runId = runId;
    }

    /** One workload while it was measured. */
    private static final class Measured {

      private final Window before;
      private Window sum;
      private int mostLost;
      private int workers;

      /**
       * @param before how it stood when that time began
       */
      Measured(Window before) {
        this.before = before;
        this.sum = before.unmeasured();
      }

      void add(Window interval) {
        sum = sum.then(interval);
        mostLost = Math.max(mostLost, interval.end().connections().workersLost());
        workers = Math.max(workers, interval.end().workers());
      }

      Interruption interruption(long measuredNanos) {
        long lost =
            Math.min(
                measuredNanos,
                sum.end().connections().lostNanos() - before.end().connections().lostNanos());
        return new Interruption(lost, measuredNanos, mostLost, Math.max(workers, mostLost));
      }
    }

    void add(Snapshot snapshot) {
      if (snapshot.warmup()) {
        warmupNanos += snapshot.lengthNanos();
      } else {
        measuredNanos += snapshot.lengthNanos();
      }
      for (Window workload : snapshot.workloads()) {
        if (snapshot.warmup()) {
          warmup.put(workload.name(), workload);
        } else {
          measured.computeIfAbsent(workload.name(), this::measured).add(workload);
        }
      }
    }

    private Measured measured(String workload) {
      return new Measured(warmup.getOrDefault(workload, Window.none(workload)));
    }

    Summary build(
        Instant started, long cpuNanos, int processors, List<Workload> workloads, Ending ending) {
      CpuUse cpu = new CpuUse(cpuNanos, measuredNanos, processors);
      return new Summary(
          runId,
          started,
          measuredNanos,
          warmupNanos,
          cpu,
          workloads.stream().map(w -> workload(w, cpu, ending.hindrances)).toList(),
          ending.reason,
          ending.overflows,
          ending.failures);
    }

    /**
     * How many iterations may be missing at the end of a run without meaning anything: as many as
     * are in flight on average, those of workers that are away as they were told to, and what
     * chance moves in a closed loop: Poisson counts vary by their square root.
     */
    private double slack(Workload workload, Measured of) {
      double inFlight = of.sum.inFlight();
      boolean random =
          workload.spec().arrivals() == Arrivals.POISSON
              && workload.spec().pacing() == Pacing.THINK_TIME;
      return 1 + inFlight + workload.excused() + (random ? 3 * Math.sqrt(of.sum.asked()) : 0);
    }

    private Summary.Workload workload(Workload workload, CpuUse cpu, List<Hindrance> hindrances) {
      Measured of =
          measured.getOrDefault(workload.name(), new Measured(Window.none(workload.name())));
      Window whole = workload.whole();
      return new Summary.Workload(
          of.sum.with(perWorker(workload, of)),
          whole,
          workload.reconnects(),
          workload.pool().roster().lost(),
          Verdict.of(
              new Verdict.Evidence(
                  workload.spec().pacing(),
                  of.sum,
                  Shortfall.of(of.sum, of.before.unfinished()),
                  slack(workload, of),
                  of.interruption(measuredNanos),
                  whole.end().errorsByCause(),
                  cpu,
                  hindrances)));
    }

    /** The figures of each worker while it was measured, and of all its work in the end. */
    private static List<WorkerReading> perWorker(Workload workload, Measured of) {
      Map<String, Long> totals = workload.stats().iterationsByWorker();
      return of.sum.perWorker().stream()
          .map(w -> w.withTotalIterations(totals.getOrDefault(w.name(), w.totalIterations())))
          .toList();
    }
  }
}
