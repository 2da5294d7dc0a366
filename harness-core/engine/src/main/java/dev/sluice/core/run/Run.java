package dev.sluice.core.run;

import dev.sluice.core.bus.EventBus;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.bus.Sink.WorkerStep;
import dev.sluice.core.bus.Timeline;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Summary.Overflow;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.run.watch.HarnessWatch;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.Signal;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import dev.sluice.core.worker.WorkerEvents;
import dev.sluice.core.worker.WorkerPool.WorkerStartException;
import dev.sluice.core.worker.WorkerSettings.ErrorPolicy;
import dev.sluice.core.worker.WorkerSettings.StartSpec;
import dev.sluice.core.worker.WorkerSettings.ThreadKind;
import dev.sluice.core.worker.WorkerThread;
import dev.sluice.core.worker.WorkerThread.WorkerState;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run, from connecting to summary. {@link #execute} is called once, by the thread that owns the
 * run; {@link #control} is for everybody else.
 */
public final class Run implements RunExecution {

  /** How long outputs have, when all has ended, to take what there is to tell. */
  private static final Duration REPORTING_TIMEOUT = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(Run.class);

  private final RunSpec spec;
  private final NanoClock clock;
  private final EventBus bus;
  private final Timeline timeline;
  private final List<Workload> workloads = new ArrayList<>();
  private final Measurement measurement;
  private final LiveControl control;
  private final RunShutdown shutdown;
  private final HarnessWatch harnessWatch;

  private final Optional<Follower> follower;

  private final Signal stopped;
  private final AtomicReference<String> stopReason = new AtomicReference<>();
  private final AtomicReference<StartFailedException> impossible = new AtomicReference<>();
  private final List<String> heldWarnings = new ArrayList<>(); // guarded by itself
  private boolean holdsWarnings; // guarded by heldWarnings
  private boolean over; // nothing is measured any more; guarded by this
  private final AtomicReference<RunPhase> phase = new AtomicReference<>(RunPhase.CONNECTING);

  /** A run of this process in real time. */
  public Run(RunSpec spec, List<Sink> sinks) {
    this(
        spec,
        NanoClock.SYSTEM,
        InstantSource.system(),
        CpuMeter.ofThisProcess(),
        new SplittableRandom(),
        sinks);
  }

  /**
   * @param clock what workers and intervals are timed by
   * @param wallClock what is shown to people
   * @param cpuMeter the process's use of its processors
   * @param seeds randomness of arrivals and back-offs
   * @param sinks learns how the run goes
   */
  public Run(
      RunSpec spec,
      NanoClock clock,
      InstantSource wallClock,
      CpuMeter cpuMeter,
      SplittableRandom seeds,
      List<Sink> sinks) {
    this(spec, false, clock, wallClock, cpuMeter, seeds, sinks);
  }

  /**
   * @param follows whether it is one of several with one schedule: then its {@link #follower} says
   *     when it starts, and what it does
   */
  private Run(
      RunSpec spec,
      boolean follows,
      NanoClock clock,
      InstantSource wallClock,
      CpuMeter cpuMeter,
      SplittableRandom seeds,
      List<Sink> sinks) {
    this.spec = spec;
    this.holdsWarnings = !follows; // of several, each tells the others' controller at once
    this.clock = clock;
    this.stopped = new Signal(clock);
    this.bus = new EventBus(clock, sinks);
    this.timeline = new Timeline(clock, wallClock, this.bus);
    for (WorkloadSpec each : spec.workloads()) {
      WorkloadSpec workload = each.withDelivery(each.concludedDelivery(timeline));
      workloads.add(new Workload(workload, follows, clock, seeds.split(), new Events(workload)));
    }
    this.harnessWatch =
        new HarnessWatch(
            cpuMeter,
            timeline,
            bus::tellingSinceNanos,
            spec.workloads().stream()
                .filter(each -> each.threads() == ThreadKind.VIRTUAL)
                .findFirst()
                .map(each -> ThreadKind.virtualThreads()),
            workloads.stream().map(Workload::standstills).toList());
    this.measurement = new Measurement(spec, workloads, cpuMeter, timeline, this.bus);
    this.control =
        new LiveControl(
            spec,
            workloads,
            measurement::latest,
            timeline,
            this.bus,
            this::stop,
            phase::get,
            LiveControl.Actuator.THIS_PROCESS);
    this.shutdown = new RunShutdown(workloads, spec.stopTimeout(), timeline);
    this.follower =
        follows
            ? Optional.of(new Follower(workloads, clock, stopped, spec.stopTimeout()))
            : Optional.empty();
  }

  /**
   * A run that is one of several with one schedule, which somebody else keeps. It has a {@link
   * #follower}; rates and ramps of its workloads mean nothing. Parameters are those of a run of its
   * own.
   */
  public static Run following(
      RunSpec spec,
      NanoClock clock,
      InstantSource wallClock,
      CpuMeter cpuMeter,
      SplittableRandom seeds,
      List<Sink> sinks) {
    return new Run(spec, true, clock, wallClock, cpuMeter, seeds, sinks);
  }

  /** The control of a run that {@linkplain #following follows}; empty for a run of its own. */
  public Optional<Follower> follower() {
    return follower;
  }

  @Override
  public RunControl control() {
    return control;
  }

  @Override
  public void threadFailed(Thread thread, Throwable failure) {
    timeline.threadFailed(thread, failure);
  }

  @Override
  public void clientWarned(String warning) {
    synchronized (heldWarnings) {
      if (holdsWarnings) {
        heldWarnings.add(warning);
        return;
      }
    }
    timeline.add(RunEvent.Kind.CLIENT, "", warning);
  }

  /** What the harness says of the start comes first, and what libraries say beside it second. */
  private void tellWarnings() {
    synchronized (heldWarnings) {
      holdsWarnings = false;
      heldWarnings.forEach(each -> timeline.add(RunEvent.Kind.CLIENT, "", each));
      heldWarnings.clear();
    }
  }

  @Override
  public void stop(String reason, Optional<Snapshot> begin) {
    begin.ifPresent(measurement::warmedUp);
    stop(reason);
  }

  /**
   * {@inheritDoc}
   *
   * @throws StartFailedException also if some had begun to work; then sinks are told the summary
   *     first
   */
  @Override
  public Summary execute() throws StartFailedException, InterruptedException {
    try {
      connectRunAndStop();
      return summary();
    } catch (StartFailedException e) {
      if (measurement.begun()) {
        summary(); // some had begun to work
      } else {
        timeline.notStarted();
      }
      throw e;
    } finally {
      int blocked = bus.close(REPORTING_TIMEOUT);
      if (blocked > 0) {
        LOG.warn("{} outputs were blocked to the end and are incomplete", blocked);
      }
    }
  }

  /**
   * The iterations so far, for callers that ask often: cheaper than a status of thousands of
   * workers. Any thread.
   */
  public long iterations() {
    return workloads.stream().mapToLong(Workload::iterations).sum();
  }

  private Summary summary() {
    for (Overflow overflow : bus.overflows()) {
      timeline.add(RunEvent.Kind.OVERFLOW, "", overflow.text());
    }
    return measurement.summary(
        new Measurement.Ending(stopReason(), bus.overflows(), harnessWatch.hindrances()));
  }

  private void connectRunAndStop() throws StartFailedException, InterruptedException {
    boolean orderly = false;
    try {
      connect();
      tellWarnings();
      runToEnd();
      orderly = true;
      if (impossible.get() != null) {
        throw impossible.get();
      }
    } catch (StartFailedException e) {
      stop("not all workers connected");
      orderly = measurement.begun();
      throw e;
    } finally {
      endMeasuring();
      if (orderly) {
        phase.set(RunPhase.STOPPING);
        timeline.add(RunEvent.Kind.STOPPING, "", "stopping: " + stopReason());
      }
      shutdown.endAll(orderly);
      phase.set(RunPhase.ENDED);
    }
  }

  private void connect() throws StartFailedException, InterruptedException {
    for (Workload workload : workloads) {
      if (stopReason() != null) {
        return;
      }
      try {
        workload.connect(up -> bus.connecting(workload.name(), up, workload.spec().workers()));
      } catch (WorkerStartException e) {
        if (stopReason() != null) {
          return; // it was asked to stop meanwhile
        }
        synchronized (heldWarnings) {
          throw new StartFailedException(e.getMessage(), e.getCause(), heldWarnings);
        }
      }
    }
  }

  private void runToEnd() throws InterruptedException {
    if (stopReason() != null) {
      return; // it was asked to stop while workers connected
    }
    if (follower.isPresent()) {
      join(follower.get());
      return;
    }
    long startNanos = clock.nanos() + wakingNanos();
    workloads.stream()
        .filter(each -> each.spec().start().together())
        .forEach(each -> each.startSchedule(startNanos));
    awaitStop(startNanos);
    if (stopReason() != null) {
      return;
    }
    phase.set(spec.warmup().isZero() ? RunPhase.RUNNING : RunPhase.WARMUP);
    boolean first = beginMeasuring(startNanos);
    measurement.countDuration(startNanos);
    timeline.add(
        RunEvent.Kind.STARTED,
        "",
        "all workers are up, the " + (first ? "schedule" : "duration") + " starts");
    for (WorkloadSpec each : spec.workloads()) {
      each.profile().ifPresent(text -> timeline.add(RunEvent.Kind.RATE, each.name(), text));
    }
    stopIfNobodyIsLeft(); // those that did not wait for the others may be done
    awaitEnd(startNanos, !spec.warmup().isZero());
  }

  /** How long it takes until all workers know when they start: none is to hear of that late. */
  private long wakingNanos() {
    return spec.workloads().stream().mapToLong(WorkloadSpec::workers).sum() * Workload.WAKING_NANOS;
  }

  /** Measures from the start that it has in common with others, or from now if that is past. */
  private void join(Follower commands) throws InterruptedException {
    long startNanos = commands.awaitStart(() -> stopReason() != null);
    awaitStop(startNanos);
    if (stopReason() != null) {
      return;
    }
    long nowNanos = Math.max(startNanos, clock.nanos());
    boolean warmup = nowNanos < startNanos + spec.warmup().toNanos();
    phase.set(warmup ? RunPhase.WARMUP : RunPhase.RUNNING);
    synchronized (this) {
      timeline.start(startNanos);
      measurement.join(startNanos, nowNanos);
      startIntervals();
    }
    measurement.countDuration(startNanos);
    timeline.add(RunEvent.Kind.STARTED, "", "all workers are up, the schedule starts");
    awaitEnd(startNanos, warmup);
  }

  /**
   * Time counts from here: all workers are up, or the first of those that do not wait for all.
   *
   * @return whether it did not do so yet
   */
  private synchronized boolean beginMeasuring(long nowNanos) {
    if (measurement.begun() || over) {
      return false;
    }
    timeline.start(nowNanos);
    measurement.start(nowNanos);
    startIntervals();
    return true;
  }

  private void startIntervals() {
    measurement.startIntervals();
    harnessWatch.start();
  }

  private void endMeasuring() throws InterruptedException {
    synchronized (this) {
      if (over) {
        return;
      }
      over = true; // so nothing begins any more
    }
    if (measurement.begun()) {
      measurement.end();
      harnessWatch.end();
    }
  }

  private void awaitEnd(long startNanos, boolean warmup) throws InterruptedException {
    if (warmup) {
      awaitStop(startNanos + spec.warmup().toNanos());
      if (stopReason() != null) {
        return; // so nothing has been measured
      }
      measurement.endWarmup();
      phase.set(RunPhase.RUNNING);
      timeline.add(RunEvent.Kind.WARMUP_ENDED, "", "the warm-up has ended");
    }
    awaitStop(spec.duration().isZero() ? NanoClock.NEVER : startNanos + spec.duration().toNanos());
    stop("the duration has passed");
  }

  /**
   * Waits for a stop or for a time; measuring ends meanwhile where several runs end it together.
   */
  private void awaitStop(long deadlineNanos) throws InterruptedException {
    stopped.await(() -> stopReason() != null || commonEndNanos() < deadlineNanos, deadlineNanos);
    long endNanos = commonEndNanos();
    if (stopReason() == null && endNanos < deadlineNanos) {
      measurement.endsAt(endNanos);
      stopped.await(() -> stopReason() != null, endNanos);
      endMeasuring();
      stopped.await(() -> stopReason() != null, NanoClock.NEVER);
    }
  }

  private long commonEndNanos() {
    return follower.map(Follower::endNanos).orElse(NanoClock.NEVER);
  }

  private void stop(String reason) {
    if (stopReason.compareAndSet(null, reason)) {
      stopped.raise();
    }
    if (phase.get() == RunPhase.CONNECTING) {
      workloads.forEach(workload -> workload.pool().startNoMore());
    }
  }

  private String stopReason() {
    return stopReason.get();
  }

  private void stopIfNobodyIsLeft() {
    if ((phase.get() == RunPhase.RUNNING || phase.get() == RunPhase.WARMUP)
        && follower.isEmpty() // else others may do the rest, and it may be given more
        && workloads.stream().allMatch(w -> w.pool().roster().size() == 0)) {
      stop("all workers have ended");
    }
  }

  /** The figures of the workers of one workload. */
  private final class Events implements WorkerEvents {

    private final WorkloadSpec workload;
    private final Set<String> causesSeen = ConcurrentHashMap.newKeySet();

    Events(WorkloadSpec workload) {
      this.workload = workload;
    }

    @Override
    public void changing(WorkerThread worker, WorkerState from, WorkerState to) {
      boolean connects = from == WorkerState.NEW;
      boolean connected = from == WorkerState.CONNECTING && to == WorkerState.UP;
      if (connects || connected || worker.ended()) {
        bus.worker(
            new WorkerStep(
                clock.nanos(),
                workload.name(),
                worker.name(),
                from,
                to,
                connected ? worker.source() : Optional.empty()));
      }
    }

    @Override
    public void changed(WorkerThread worker, WorkerState from, WorkerState to) {
      if (worker.ended()) {
        if (worker.connectionLost()) {
          mine(w -> w.connections().noLongerLost(worker.name(), clock.nanos()));
        }
        stopIfNobodyIsLeft();
      }
    }

    @Override
    public void begins(WorkerThread worker) {
      if (follower.isEmpty() && beginMeasuring(clock.nanos())) {
        timeline.add(
            RunEvent.Kind.BEGUN,
            "",
            "the first worker is up; each worker starts once it is connected");
        tellWarnings();
      }
      mine(w -> w.takeIn(worker));
    }

    @Override
    public void failedToOpen(WorkerThread worker, Exception failure) {
      if (phase.get() != RunPhase.CONNECTING) { // else the run does not start
        stopIfPolicySaysSo(worker, failure);
      }
    }

    @Override
    public void waitsToOpen(WorkerThread worker, Exception failure) {
      tellOnce(worker, "not connected yet: " + worker.causeOf(failure));
      tellWarnings();
    }

    @Override
    public void startIsSilent(int up, Duration silence) {
      StartSpec start = workload.start();
      timeline.add(
          RunEvent.Kind.WORKERS,
          workload.name(),
          String.format(
              Locale.ROOT,
              "%d of %d connected, none for %d s; waiting%s, %d s at most",
              up,
              workload.workers(),
              silence.toSeconds(),
              start.peer().isEmpty() ? "" : " for an answer from " + start.peer(),
              start.timeout().toSeconds()));
      tellWarnings();
    }

    @Override
    public void iterationFailed(WorkerThread worker, Exception failure) {
      tellOnce(worker, worker.causeOf(failure));
      stopIfPolicySaysSo(worker, failure);
    }

    @Override
    public void connectionChanged(WorkerThread worker, ConnectionChange change) {
      mine(w -> w.connections().add(worker.name(), change, clock.nanos()));
      timeline.connectionChanged(workload.name(), worker.name(), change);
    }

    /** Each cause once; the counts tell how often. */
    private void tellOnce(WorkerThread worker, String cause) {
      if (causesSeen.add(cause)) {
        timeline.add(RunEvent.Kind.ERROR, workload.name(), worker.name() + ": " + cause);
      }
    }

    private void mine(Consumer<Workload> news) {
      workloads.stream().filter(w -> w.name().equals(workload.name())).forEach(news);
    }

    private void stopIfPolicySaysSo(WorkerThread worker, Exception failure) {
      if (worker.impossible(failure)) {
        impossible.compareAndSet(
            null,
            new StartFailedException("workers of " + workload.name() + " cannot work", failure));
      }
      if (workload.errorPolicy() == ErrorPolicy.STOP || impossible.get() != null) {
        stop(worker.name() + " failed: " + worker.causeOf(failure));
      }
    }
  }
}
