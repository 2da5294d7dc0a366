package dev.sluice.control.fleet.run;

import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.RateChange;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import dev.sluice.core.run.RunStatus;
import dev.sluice.core.run.WorkloadStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The control of a run on a fleet: that of any run, which answers when all agents that are heard
 * have what was commanded. Any thread.
 */
final class FleetControl implements RunControl {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final RunControl changes;
  private final Fleet fleet;

  /**
   * @param changes issues what is commanded
   */
  FleetControl(RunControl changes, Fleet fleet) {
    this.changes = changes;
    this.fleet = fleet;
  }

  @Override
  public List<WorkloadStatus> changeRate(String workload, RateChange change, Duration over)
      throws RunControlException {
    return settled(changes.changeRate(workload, change, over));
  }

  @Override
  public List<WorkloadStatus> pause(String workload) throws RunControlException {
    return settled(changes.pause(workload));
  }

  @Override
  public List<WorkloadStatus> resume(String workload) throws RunControlException {
    return settled(changes.resume(workload));
  }

  @Override
  public List<WorkloadStatus> addWorkers(String workload, int count) throws RunControlException {
    return settled(changes.addWorkers(workload, count));
  }

  @Override
  public List<WorkloadStatus> endWorkers(String workload, int count) throws RunControlException {
    return settled(changes.endWorkers(workload, count));
  }

  private List<WorkloadStatus> settled(List<WorkloadStatus> changed) throws RunControlException {
    try {
      if (!fleet.awaitAcknowledged(TIMEOUT)) {
        throw new RunControlException(
            "commanded, but not every agent has confirmed it within "
                + TIMEOUT.toSeconds()
                + " s; it takes effect there when they are heard");
      }
      return changed;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunControlException("interrupted; the run is ending");
    }
  }

  @Override
  public void mark(String text) {
    changes.mark(text);
  }

  @Override
  public void audit(String text) {
    changes.audit(text);
  }

  @Override
  public void stop(String reason) {
    changes.stop(reason);
  }

  @Override
  public RunStatus status() {
    return changes.status();
  }

  @Override
  public Optional<Snapshot> latest() {
    return changes.latest();
  }

  @Override
  public void subscribe(Sink sink) {
    changes.subscribe(sink);
  }

  @Override
  public void unsubscribe(Sink sink) {
    changes.unsubscribe(sink);
  }
}
