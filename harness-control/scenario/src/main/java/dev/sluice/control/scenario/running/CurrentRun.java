package dev.sluice.control.scenario.running;

import dev.sluice.control.scenario.step.StepFailedException;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.Change;
import dev.sluice.core.run.Change.Undone;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import dev.sluice.core.run.RunStatus;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The run of a scenario that is under way, whichever it is: who holds this is taken along when
 * workloads are restarted. Any thread.
 */
public final class CurrentRun implements RunControl {

  private final Consumer<String> stopsSteps;
  private final List<Sink> subscribers = new ArrayList<>(); // guarded by this
  private volatile RunControl control;
  private volatile String stopReason;

  /**
   * @param first the first one
   * @param stopsSteps is given the reason when the scenario is stopped, and ends a step that waits
   *     for something outside of the run
   */
  public CurrentRun(RunControl first, Consumer<String> stopsSteps) {
    this.control = first;
    this.stopsSteps = stopsSteps;
  }

  /** Another one takes its place. */
  synchronized void changeTo(RunControl next) {
    subscribers.forEach(control::unsubscribe);
    subscribers.forEach(next::subscribe);
    control = next;
    if (stopReason != null) {
      next.stop(stopReason); // asked for while there was none
    }
  }

  /**
   * Does nothing while the scenario is to go on.
   *
   * @throws StepFailedException if it was stopped
   */
  void requireWanted() throws StepFailedException {
    String reason = stopReason;
    if (reason != null) {
      throw new StepFailedException("the scenario was stopped: " + reason);
    }
  }

  @Override
  public List<WorkloadStatus> change(String workload, Change.Adjustment change)
      throws RunControlException {
    return control.change(workload, change);
  }

  @Override
  public Undone undo(String workload) throws RunControlException {
    return control.undo(workload);
  }

  @Override
  public void mark(String text) {
    control.mark(text);
  }

  @Override
  public void audit(String text) {
    control.audit(text);
  }

  /** Ends the scenario, and not only its current run. */
  @Override
  public synchronized void stop(String reason) {
    if (stopReason == null) {
      stopReason = reason;
    }
    control.stop(reason);
    stopsSteps.accept(reason);
  }

  @Override
  public RunStatus status() {
    return control.status();
  }

  /** The clock's reading when the schedule of the current run started; empty between runs. */
  public OptionalLong startNanos(NanoClock clock) {
    RunStatus now = status();
    return now.phase() == RunPhase.ENDED || now.sinceStartNanos() <= 0
        ? OptionalLong.empty()
        : OptionalLong.of(clock.nanos() - now.sinceStartNanos());
  }

  @Override
  public Optional<Snapshot> latest() {
    return control.latest();
  }

  @Override
  public synchronized void subscribe(Sink reporter) {
    subscribers.add(reporter);
    control.subscribe(reporter);
  }

  @Override
  public synchronized void unsubscribe(Sink reporter) {
    subscribers.remove(reporter);
    control.unsubscribe(reporter);
  }
}
