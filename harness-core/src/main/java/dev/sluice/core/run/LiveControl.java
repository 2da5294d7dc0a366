package dev.sluice.core.run;

import dev.sluice.core.bus.EventBus;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.bus.Timeline;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.WorkerStartException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The control of a run that is under way. */
public final class LiveControl implements RunControl {

  private final RunSpec spec;
  private final NanoClock clock;
  private final List<? extends SteeredWorkload> workloads;
  private final Supplier<Optional<Snapshot>> latest;
  private final Timeline timeline;
  private final EventBus bus;
  private final Consumer<String> stop;
  private final Supplier<RunPhase> phase;

  /** Held while live rates turn, so that they all turn by one clock reading, command by command. */
  private final Object commands = new Object();

  /**
   * @param latest the last interval, once there is one
   * @param bus what sinks subscribe to
   * @param stop ends the run, and is told why
   */
  public LiveControl(
      RunSpec spec,
      NanoClock clock,
      List<? extends SteeredWorkload> workloads,
      Supplier<Optional<Snapshot>> latest,
      Timeline timeline,
      EventBus bus,
      Consumer<String> stop,
      Supplier<RunPhase> phase) {
    this.spec = spec;
    this.clock = clock;
    this.workloads = workloads;
    this.latest = latest;
    this.timeline = timeline;
    this.bus = bus;
    this.stop = stop;
    this.phase = phase;
  }

  @Override
  public List<WorkloadStatus> changeRate(String workload, RateChange change, Duration over)
      throws RunControlException {
    List<? extends SteeredWorkload> chosen = rateWorkloads(workload);
    requireNotEnding();
    synchronized (commands) {
      for (SteeredWorkload each : chosen) {
        each.check(change, over); // all or none
      }
      long nowNanos = clock.nanos();
      for (SteeredWorkload each : chosen) {
        each.changeRate(change, over, nowNanos);
      }
    }
    List<WorkloadStatus> changed = statuses(chosen);
    for (WorkloadStatus each : changed) {
      timeline.add(RunEvent.Kind.RATE, each.name(), describe(each, over));
    }
    return changed;
  }

  @Override
  public List<WorkloadStatus> pause(String workload) throws RunControlException {
    List<? extends SteeredWorkload> chosen = anyWorkloads(workload);
    requireNotEnding();
    synchronized (commands) {
      long nowNanos = clock.nanos();
      chosen.forEach(each -> each.pause(nowNanos));
    }
    chosen.forEach(each -> timeline.add(RunEvent.Kind.PAUSED, each.name(), "paused"));
    return statuses(chosen);
  }

  @Override
  public List<WorkloadStatus> resume(String workload) throws RunControlException {
    List<? extends SteeredWorkload> chosen = anyWorkloads(workload);
    requireNotEnding();
    synchronized (commands) {
      long nowNanos = clock.nanos();
      chosen.forEach(each -> each.resume(nowNanos));
    }
    chosen.forEach(each -> timeline.add(RunEvent.Kind.RESUMED, each.name(), "resumed"));
    return statuses(chosen);
  }

  @Override
  public List<WorkloadStatus> addWorkers(String workload, int count) throws RunControlException {
    List<? extends SteeredWorkload> chosen = rateWorkloads(workload);
    requireWorkersMayChange(count);
    for (SteeredWorkload each : chosen) {
      try {
        each.addWorkers(count);
      } catch (WorkerStartException e) {
        String cause = e.getCause() instanceof Exception failure ? ": " + failure.getMessage() : "";
        throw new RunControlException(e.getMessage() + cause);
      } catch (InterruptedException e) {
        throw interrupted();
      } finally {
        workersChanged(each); // some may have been started
      }
    }
    return statuses(chosen);
  }

  @Override
  public List<WorkloadStatus> endWorkers(String workload, int count) throws RunControlException {
    List<? extends SteeredWorkload> chosen = rateWorkloads(workload);
    requireWorkersMayChange(count);
    for (SteeredWorkload each : chosen) {
      try {
        int stuck = each.endWorkers(count, spec.stopTimeout());
        workersChanged(each);
        if (stuck > 0) {
          throw new RunControlException(
              stuck + " workers of " + each.name() + " did not end in time");
        }
      } catch (InterruptedException e) {
        throw interrupted();
      }
    }
    return statuses(chosen);
  }

  @Override
  public void mark(String text) {
    timeline.add(RunEvent.Kind.MARK, "", text);
  }

  @Override
  public void audit(String text) {
    timeline.add(RunEvent.Kind.COMMAND, "", text);
  }

  @Override
  public void stop(String reason) {
    stop.accept(reason);
  }

  @Override
  public RunStatus status() {
    return new RunStatus(spec.id(), phase.get(), timeline.sinceStartNanos(), statuses(workloads));
  }

  @Override
  public Optional<Snapshot> latest() {
    return latest.get();
  }

  @Override
  public void subscribe(Sink sink) {
    bus.add(sink);
  }

  @Override
  public void unsubscribe(Sink sink) {
    bus.remove(sink);
  }

  private void workersChanged(SteeredWorkload workload) {
    WorkloadStatus status = workload.status();
    timeline.add(
        RunEvent.Kind.WORKERS,
        workload.name(),
        status.workers() == 0
            ? "no workers left; the run ends unless other workloads have workers"
            : "there are now " + status.workers() + " workers");
  }

  /** The named one; without a name those with a target rate, or the only one. */
  private List<? extends SteeredWorkload> rateWorkloads(String name) throws RunControlException {
    if (!name.isEmpty() || workloads.size() == 1) {
      return anyWorkloads(name);
    }
    List<? extends SteeredWorkload> paced =
        workloads.stream().filter(SteeredWorkload::hasTarget).toList();
    if (paced.isEmpty()) {
      throw new RunControlException("name a workload: " + names());
    }
    return paced;
  }

  private List<? extends SteeredWorkload> anyWorkloads(String name) throws RunControlException {
    if (name.isEmpty()) {
      return workloads;
    }
    List<? extends SteeredWorkload> named =
        workloads.stream().filter(w -> w.name().equals(name)).toList();
    if (named.isEmpty()) {
      throw new RunControlException("unknown workload " + name + "; workloads: " + names());
    }
    return named;
  }

  private String names() {
    return workloads.stream().map(SteeredWorkload::name).collect(Collectors.joining(", "));
  }

  private static List<WorkloadStatus> statuses(List<? extends SteeredWorkload> workloads) {
    return workloads.stream().map(SteeredWorkload::status).toList();
  }

  private static String describe(WorkloadStatus status, Duration over) {
    if (status.finalPerWorkerPerSecond() == 0) {
      return "rate unlimited";
    }
    return String.format(
        Locale.ROOT,
        "rate %.2f/s per worker, %.2f/s in total%s",
        status.finalPerWorkerPerSecond(),
        status.finalTotalPerSecond(),
        over.isZero() ? "" : " over " + over.toSeconds() + " s");
  }

  private void requireWorkersMayChange(int count) throws RunControlException {
    if (count < 1) {
      throw new RunControlException("the number of workers must be at least 1, not " + count);
    }
    RunPhase now = phase.get();
    if (now != RunPhase.RUNNING && now != RunPhase.WARMUP) {
      throw new RunControlException(
          "the run is not running; it is " + now.name().toLowerCase(Locale.ROOT));
    }
  }

  private void requireNotEnding() throws RunControlException {
    RunPhase now = phase.get();
    if (now == RunPhase.STOPPING || now == RunPhase.ENDED) {
      throw new RunControlException(
          "the run is "
              + (now == RunPhase.ENDED ? "over" : "ending")
              + ", so it cannot be changed any more");
    }
  }

  private static RunControlException interrupted() {
    Thread.currentThread().interrupt();
    return new RunControlException("interrupted; the run is ending");
  }
}
