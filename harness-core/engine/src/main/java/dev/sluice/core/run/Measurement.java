package dev.sluice.core.run;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.bus.Timeline;
import dev.sluice.core.pacing.Arrivals;
import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.result.CpuUse;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Summary.Overflow;
import dev.sluice.core.result.Totals;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.run.watch.StallWatch;
import dev.sluice.core.stats.Window;
import dev.sluice.core.stats.WorkerReading;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.WaitPoint;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The measuring of a run: closes intervals, keeps the latest, adds up the summary. A thread of its
 * own closes the k-th interval at k intervals after the start, however late the one before it was.
 * The run's thread closes one at the end of the warm-up and of the run, so that what is done before
 * and after them is kept apart, and the summary is the sum of the intervals.
 */
final class Measurement implements Runnable {

  /** An interval shorter than this part of a full one is not worth a line if it can go on. */
  private static final int MIN_PART = 20;

  /** Counters of an interval are of one moment: a reading that took longer is made again. */
  private static final long READ_NANOS = Duration.ofMillis(1).toNanos();

  private static final int READINGS = 3; // at most, where so many workers take so long

  private static final Logger LOG = LoggerFactory.getLogger(Measurement.class);

  private final RunSpec spec;
  private final List<Workload> workloads;
  private final CpuMeter cpuMeter;
  private final Timeline timeline;
  private final Sink bus;
  private final WaitPoint intervalEnds;
  private final List<StallWatch> stalls;

  private Thread intervals; // null until it is started
  private boolean intervalFailed; // intervals only
  private volatile Snapshot latest;
  private Totals totals = Totals.NOTHING; // guarded by this
  private final RunBatches batches = new RunBatches(); // guarded by this
  private boolean warmup; // guarded by this
  private long startNanos; // guarded by this
  private long lastCloseNanos; // guarded by this
  private long durationFromNanos = NanoClock.NEVER; // guarded by this
  private long plannedEndNanos = NanoClock.NEVER; // of the warm-up or of the run; guarded by this
  private long endNanos = NanoClock.NEVER; // whatever is counted later; guarded by this
  private long number; // guarded by this
  private boolean commonNumbers; // with others that started at one time; guarded by this
  private Instant started = Instant.EPOCH; // guarded by this
  private long cpuNanos; // of the process, when the last interval was closed; guarded by this

  Measurement(
      RunSpec spec, List<Workload> workloads, CpuMeter cpuMeter, Timeline timeline, Sink bus) {
    this.spec = spec;
    this.workloads = workloads;
    this.cpuMeter = cpuMeter;
    this.timeline = timeline;
    this.bus = bus;
    this.intervalEnds = new WaitPoint(timeline.clock());
    this.stalls = workloads.stream().flatMap(each -> each.stallWatch(timeline).stream()).toList();
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
    started = timeline.at(fromNanos);
    cpuNanos = cpuMeter.cpuNanos();
  }

  /** Starts the thread of the intervals, once the {@linkplain #start start} is known. */
  void startIntervals() {
    intervals = timeline.clock().start("intervals", this);
  }

  /**
   * Closes intervals until measuring ends, and looks for blocked workers more often than that. A
   * tick that fails is told; the next one comes.
   */
  @Override
  public void run() {
    NanoClock clock = timeline.clock();
    long firstNanos = beganNanos();
    intervalEnds.attach();
    long tickNanos = tickAfter(clock.nanos(), firstNanos);
    while (intervalEnds.sleepUntil(Math.min(tickNanos, clock.nanos() + StallWatch.LOOK_NANOS))) {
      boolean ticks = clock.nanos() >= tickNanos;
      try {
        if (ticks) {
          tick();
        }
        stalls.forEach(each -> each.look(clock.nanos()));
      } catch (RuntimeException e) {
        intervalFailed(e);
      } catch (Error e) {
        NanoClock.survived(e);
      }
      // a tick that was missed altogether is not made up: its interval is part of the next one
      tickNanos = ticks ? tickAfter(clock.nanos(), firstNanos) : tickNanos;
    }
  }

  private long tickAfter(long nowNanos, long firstNanos) {
    long intervalNanos = spec.interval().toNanos();
    return firstNanos + (Math.max(0, nowNanos - firstNanos) / intervalNanos + 1) * intervalNanos;
  }

  /** No tick begins any more. */
  void stopIntervals() {
    intervalEnds.stop();
  }

  /** Said once; the log has each. */
  private void intervalFailed(RuntimeException failure) {
    LOG.warn("An interval could not be closed: {}", failure.toString(), failure);
    if (!intervalFailed) {
      intervalFailed = true;
      timeline.add(
          RunEvent.Kind.ERROR,
          "",
          "an interval could not be closed; the run continues: " + failure);
    }
  }

  private synchronized long beganNanos() {
    return startNanos;
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

  /**
   * Nothing is measured after this time, at which its targets end as well: it is read a little
   * later, as of then.
   */
  synchronized void endsAt(long nanos) {
    endNanos = nanos;
    plannedEndNanos = Math.min(plannedEndNanos, nanos);
  }

  synchronized void endWarmup() {
    close();
    warmup = false;
    plannedEndNanos = plannedEnd(spec.duration());
  }

  /**
   * Measuring ends: what workers still do is counted, but belongs to no interval. Returns when the
   * thread of the intervals has told all.
   */
  void end() throws InterruptedException {
    stopIntervals();
    synchronized (this) {
      close();
      plannedEndNanos = lastCloseNanos; // no tick closes another
    }
    if (intervals != null) {
      timeline.clock().join(intervals);
    }
  }

  /** The first measured intervals proved to be a warm-up: the summary leaves them out. */
  synchronized void warmedUp(Snapshot begin) {
    totals = totals.warmedUp(begin);
    batches.warmedUp(totals.warmupNanos());
  }

  /** Its outcome, after all workers have ended; sinks are told of it. */
  synchronized Summary summary(Ending ending) {
    timeline.passOnConnections();
    List<Hindrance> hindrances = ending.hindrances.stream().filter(this::isMeasured).toList();
    List<Summary.Workload> concluded =
        workloads.stream().map(each -> workload(each, hindrances)).toList();
    Summary summary =
        new Summary(
            spec.id(),
            started,
            totals.measuredNanos(),
            totals.warmupNanos(),
            totals.cpu(),
            concluded,
            batches,
            ending.reason,
            ending.overflows,
            timeline.failures());
    bus.summary(summary);
    return summary;
  }

  private boolean isMeasured(Hindrance hindrance) {
    return totals
        .measured()
        .filter(
            all -> hindrance.isIn(all.sinceStartNanos() - all.lengthNanos(), all.sinceStartNanos()))
        .isPresent();
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

  /** Reads the counters of all workloads; returns the time just after. */
  private long readCounters() {
    long fromNanos;
    long toNanos = timeline.clock().nanos();
    int readings = 0;
    do {
      fromNanos = toNanos;
      workloads.forEach(w -> w.stats().readCounters(timeline.clock()::nanos));
      toNanos = timeline.clock().nanos();
      readings++;
    } while (toNanos - fromNanos > READ_NANOS && readings < READINGS);
    return toNanos;
  }

  private void close() {
    long readNanos = readCounters();
    long beforeEndNanos = endNanos - 1; // at the end there may be no target any more
    long nowNanos =
        lastCloseNanos < beforeEndNanos ? Math.min(readNanos, beforeEndNanos) : readNanos;
    List<Window> readings = workloads.stream().map(w -> w.stats().readingAt(nowNanos)).toList();
    long lengthNanos = nowNanos - lastCloseNanos;
    number = Math.max(number + 1, commonNumbers ? numberAt(lastCloseNanos) : 1);
    lastCloseNanos = nowNanos;
    long cpuBeforeNanos = cpuNanos;
    cpuNanos = cpuMeter.cpuNanos();
    Snapshot snapshot =
        new Snapshot(
            number,
            timeline.at(nowNanos),
            nowNanos - startNanos,
            lengthNanos,
            warmup,
            spec.id(),
            new CpuUse(
                cpuNanos - cpuBeforeNanos, lengthNanos, Runtime.getRuntime().availableProcessors()),
            IntStream.range(0, workloads.size())
                .mapToObj(i -> workloads.get(i).interval(readings.get(i), nowNanos, lengthNanos))
                .toList());
    timeline.passOnConnections();
    totals = totals.then(snapshot);
    batches.add(snapshot);
    latest = snapshot;
    bus.interval(snapshot);
  }

  /**
   * The end of a run.
   *
   * @param reason why it ended, one phrase
   * @param overflows what outputs did not get
   * @param hindrances what kept the harness from working
   */
  record Ending(String reason, List<Overflow> overflows, List<Hindrance> hindrances) {}

  private Summary.Workload workload(Workload workload, List<Hindrance> hindrances) {
    Totals.OfWorkload of = totals.of(workload.name());
    Window whole = workload.whole();
    boolean nothingDone = whole.counts().done() == 0 && whole.counts().settled() > 0;
    return new Summary.Workload(
        of.sum().with(perWorker(workload, of.sum())),
        of.missing(),
        whole,
        workload.reconnects(),
        workload.pool().roster().lost(),
        timeline.conclude(
            "the verdict on " + workload.name(),
            () ->
                Verdict.of(
                        new Verdict.Evidence(
                            workload.spec().pacing(),
                            of.sum(),
                            of.missing(),
                            slack(workload, of.sum()),
                            of.interruption(),
                            of.sum().end().errorsByCauseSince(of.before().end()),
                            of.cpu(),
                            hindrances))
                    .with(nothingDone ? workload.spec().diagnosis().nothingDone().get() : ""),
            Verdict::none));
  }

  /**
   * How many iterations may be missing at the end of a run without meaning anything: as many as are
   * in flight on average, those of workers that are away as they were told to, and what chance
   * moves in a closed loop: Poisson counts vary by their square root.
   */
  private static double slack(Workload workload, Window measured) {
    boolean random =
        workload.spec().arrivals() == Arrivals.POISSON
            && workload.spec().pacing() == Pacing.THINK_TIME;
    return 1
        + measured.inFlight()
        + workload.excused()
        + (random ? 3 * Math.sqrt(measured.asked()) : 0);
  }

  /** The figures of each worker while it was measured, and of all its work in the end. */
  private static List<WorkerReading> perWorker(Workload workload, Window measured) {
    Map<String, Long> totals = workload.stats().iterationsByWorker();
    return measured.perWorker().stream()
        .map(w -> w.withTotalIterations(totals.getOrDefault(w.name(), w.totalIterations())))
        .toList();
  }
}
