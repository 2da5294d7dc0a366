package dev.sluice.core.run;

import dev.sluice.core.bus.EventBus;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.bus.Timeline;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.Change.OfPause;
import dev.sluice.core.run.Change.OfRate;
import dev.sluice.core.run.Change.OfWorkers;
import dev.sluice.core.run.Change.Undone;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.WorkerPool.WorkerStartException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** The control of a run that is under way. */
public final class LiveControl implements RunControl {

  /** Those who carry out what is commanded: workers of this process, or agents. */
  public interface Actuator {

    /** Workers are there at once, and see a change as it is made. */
    Actuator THIS_PROCESS = new Actuator() {};

    /** Refuses a command if there is nobody yet to carry it out. */
    default void requireBegun() throws RunControlException {}

    /** Turns workloads at one moment. */
    default void turn(
        List<? extends SteeredWorkload> workloads,
        Function<SteeredWorkload, SteeredWorkload.Turn> turns,
        long nowNanos) {
      workloads.forEach(each -> each.turn(turns.apply(each), nowNanos));
    }

    /** Waits until all know of a change. */
    default void awaitKnown() throws RunControlException, InterruptedException {}
  }

  private static final int MAX_UNDOABLE = 100;

  private final RunSpec spec;
  private final List<? extends SteeredWorkload> workloads;
  private final Set<SteeredWorkload> listeners; // have no rate
  private final Supplier<Optional<Snapshot>> latest;
  private final Timeline timeline;
  private final EventBus bus;
  private final Consumer<String> stop;
  private final Supplier<RunPhase> phase;
  private final NanoClock clock;
  private final Actuator actuator;

  /** Held while live rates turn, so that they all turn by one clock reading, command by command. */
  private final Object commands = new Object();

  /** Those that can be undone, in their order. */
  private volatile List<Change> changes = List.of(); // written under commands

  /**
   * @param latest the last interval, once there is one
   * @param bus what sinks subscribe to
   * @param stop ends the run, and is told why
   * @param actuator those who carry out what is commanded
   */
  public LiveControl(
      RunSpec spec,
      List<? extends SteeredWorkload> workloads,
      Supplier<Optional<Snapshot>> latest,
      Timeline timeline,
      EventBus bus,
      Consumer<String> stop,
      Supplier<RunPhase> phase,
      Actuator actuator) {
    this.spec = spec;
    this.workloads = workloads;
    this.listeners =
        workloads.stream()
            .filter(each -> !each.spec().factory().paceable())
            .collect(Collectors.toSet());
    this.latest = latest;
    this.timeline = timeline;
    this.bus = bus;
    this.stop = stop;
    this.phase = phase;
    this.clock = timeline.clock();
    this.actuator = actuator;
  }

  @Override
  public List<WorkloadStatus> change(String workload, Change.Adjustment change)
      throws RunControlException {
    List<? extends SteeredWorkload> changed =
        change instanceof OfRate rate
            ? changeRate(workload, rate)
            : change instanceof OfPause pause
                ? pause(workload, pause)
                : changeWorkers(workload, (OfWorkers) change);
    awaitKnown();
    return statuses(changed);
  }

  private List<? extends SteeredWorkload> changeRate(String workload, OfRate rate)
      throws RunControlException {
    List<? extends SteeredWorkload> chosen = rateWorkloads(workload);
    requireRates(chosen);
    requireNotEnding();
    synchronized (commands) {
      long nowNanos = clock.nanos();
      Map<String, TargetState> targets = targets(chosen);
      for (SteeredWorkload each : chosen) {
        changed(targets.get(each.name()), rate, each, nowNanos); // all or none
      }
      actuator.turn(chosen, each -> (before, from) -> changed(before, rate, each, from), nowNanos);
      keep(new Change(rate, targets));
    }
    tellRates(chosen);
    return chosen;
  }

  private static TargetState changed(
      TargetState before, OfRate rate, SteeredWorkload workload, long fromNanos) {
    return before.changed(rate.change(), rate.over(), workload.name(), fromNanos);
  }

  private void tellRates(List<? extends SteeredWorkload> changed) {
    for (WorkloadStatus each : statuses(changed)) {
      timeline.add(RunEvent.Kind.RATE, each.name(), describe(each.target()));
    }
  }

  private List<? extends SteeredWorkload> pause(String workload, OfPause pause)
      throws RunControlException {
    boolean paused = pause.paused();
    List<? extends SteeredWorkload> chosen = anyWorkloads(workload);
    requireNotEnding();
    synchronized (commands) {
      Map<String, TargetState> others = targets(chosen);
      others.values().removeIf(target -> target.paused() == paused);
      actuator.turn(chosen, each -> (before, from) -> before.paused(paused, from), clock.nanos());
      keep(new Change(pause, others));
    }
    tellPause(chosen, paused);
    return chosen;
  }

  private void tellPause(List<? extends SteeredWorkload> changed, boolean paused) {
    RunEvent.Kind kind = paused ? RunEvent.Kind.PAUSED : RunEvent.Kind.RESUMED;
    changed.forEach(each -> timeline.add(kind, each.name(), kind.name().toLowerCase(Locale.ROOT)));
  }

  private List<? extends SteeredWorkload> changeWorkers(String workload, OfWorkers workers)
      throws RunControlException {
    requireWorkersMayChange();
    List<? extends SteeredWorkload> chosen = rateWorkloads(workload);
    Map<String, TargetState> before = targets(chosen);
    changeWorkers(chosen, each -> workers.by());
    synchronized (commands) {
      keep(new Change(workers, before));
    }
    return chosen;
  }

  /** Changes all of them, whatever goes wrong with one. */
  private void changeWorkers(
      List<? extends SteeredWorkload> chosen, ToIntFunction<SteeredWorkload> by)
      throws RunControlException {
    List<String> problems = new ArrayList<>();
    for (SteeredWorkload each : chosen) {
      try {
        problems.add(changeWorkers(each, by.applyAsInt(each)));
      } catch (InterruptedException e) {
        throw interrupted();
      } finally {
        workersChanged(each); // some may have been started
      }
    }
    problems.removeIf(String::isEmpty);
    if (!problems.isEmpty()) {
      throw new RunControlException(String.join("; ", problems));
    }
  }

  /**
   * Starts workers, or ends some if it is below 0; returns what went wrong, empty if nothing did.
   */
  private String changeWorkers(SteeredWorkload workload, int by) throws InterruptedException {
    if (by < 0) {
      int stuck = workload.endWorkers(-by, spec.stopTimeout());
      return stuck == 0 ? "" : stuck + " workers of " + workload.name() + " did not end in time";
    }
    try {
      workload.addWorkers(by);
      return "";
    } catch (WorkerStartException e) {
      return e.getMessage()
          + (e.getCause() instanceof Exception failure ? ": " + failure.getMessage() : "");
    }
  }

  @Override
  public Undone undo(String workload) throws RunControlException {
    anyWorkloads(workload); // must be there
    requireNotEnding();
    Change change;
    List<? extends SteeredWorkload> chosen;
    synchronized (commands) {
      change = take(workload);
      chosen = workloads.stream().filter(each -> change.before().containsKey(each.name())).toList();
      if (!(change.adjustment() instanceof OfWorkers)) {
        actuator.turn(
            chosen, each -> (now, from) -> change.undone(each.name(), now, from), clock.nanos());
      }
    }
    if (change.adjustment() instanceof OfWorkers workers) {
      changeWorkers(chosen, each -> workers.undoing(change.before().get(each.name())));
    } else if (change.adjustment() instanceof OfPause pause) {
      tellPause(chosen, !pause.paused());
    } else {
      tellRates(chosen);
    }
    awaitKnown();
    return new Undone(Optional.of(change), statuses(chosen));
  }

  /** The last change of a workload, or of any, which is kept no longer. */
  private Change take(String workload) throws RunControlException {
    List<Change> kept = new ArrayList<>(changes);
    for (int i = kept.size() - 1; i >= 0; i--) {
      Change last = kept.get(i);
      if (workload.isEmpty() || last.before().containsKey(workload)) {
        Change taken = last.of(workload);
        requireWorkers(taken);
        kept.set(i, last.without(taken));
        kept.removeIf(Change::isNothing);
        changes = List.copyOf(kept);
        return taken;
      }
    }
    throw new RunControlException(
        "no change of rate, pause or workers"
            + (workload.isEmpty() ? "" : " of " + workload)
            + " is left to undo");
  }

  private void keep(Change change) {
    List<Change> kept = new ArrayList<>(changes);
    kept.add(change);
    kept.removeIf(Change::isNothing);
    changes = List.copyOf(kept.subList(Math.max(0, kept.size() - MAX_UNDOABLE), kept.size()));
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
    return new RunStatus(
        spec.id(),
        phase.get(),
        timeline.sinceStartNanos(),
        statuses(workloads),
        changes.stream().reduce((earlier, later) -> later));
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
        workloads.stream().filter(each -> !each.target().isUnlimited()).toList();
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

  private static Map<String, TargetState> targets(List<? extends SteeredWorkload> workloads) {
    Map<String, TargetState> targets = new LinkedHashMap<>();
    workloads.forEach(each -> targets.put(each.name(), each.target()));
    return targets;
  }

  private static List<WorkloadStatus> statuses(List<? extends SteeredWorkload> workloads) {
    return workloads.stream().map(SteeredWorkload::status).toList();
  }

  private void awaitKnown() throws RunControlException {
    try {
      actuator.awaitKnown();
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static RunControlException interrupted() {
    Thread.currentThread().interrupt();
    return new RunControlException("interrupted; the run is ending");
  }

  private static String describe(TargetState target) {
    TargetState going = target.paused(false, target.sinceNanos());
    return (going.rampLeft().isZero() ? "rate " : "") + going.text();
  }

  private void requireRates(List<? extends SteeredWorkload> chosen) throws RunControlException {
    for (SteeredWorkload each : chosen) {
      if (listeners.contains(each)) {
        throw new RunControlException(
            "the workers of "
                + each.name()
                + " use a listener, so they have no rate; use pause to hold them");
      }
    }
  }

  private void requireWorkersMayChange() throws RunControlException {
    actuator.requireBegun();
    RunPhase now = phase.get();
    if (now != RunPhase.RUNNING && now != RunPhase.WARMUP) {
      throw new RunControlException(
          "the run is not running; it is " + now.name().toLowerCase(Locale.ROOT));
    }
  }

  /**
   * Refuses to undo what was changed of workloads that have ended; workers can be started again.
   */
  private void requireWorkers(Change change) throws RunControlException {
    List<String> changed = List.copyOf(change.before().keySet());
    if (!(change.adjustment() instanceof OfWorkers)
        && workloads.stream()
            .filter(each -> changed.contains(each.name()))
            .allMatch(each -> each.status().workers() == 0)) {
      throw new RunControlException(
          "no workers of " + String.join(", ", changed) + " are left, so nothing can be undone");
    }
  }

  private void requireNotEnding() throws RunControlException {
    actuator.requireBegun();
    RunPhase now = phase.get();
    if (now == RunPhase.STOPPING || now == RunPhase.ENDED) {
      throw new RunControlException(
          "the run is "
              + (now == RunPhase.ENDED ? "over" : "ending")
              + ", so it can no longer be changed");
    }
  }
}
