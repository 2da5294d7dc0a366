package dev.sluice.core.run;

import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.Change.OfPause;
import dev.sluice.core.run.Change.OfRate;
import dev.sluice.core.run.Change.OfWorkers;
import dev.sluice.core.run.Change.Undone;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Controls a run while it goes on. The command line, the command socket, a scenario and the live
 * page all act through this.
 *
 * <p>All methods are for any thread. A workload is named by its name; {@link #DEFAULT_WORKLOADS}
 * means the ones a person would expect: for rates, those that have a target rate (or the only one
 * there is), else all.
 */
public interface RunControl {

  /** Stands for the workloads a command applies to when none is named. */
  String DEFAULT_WORKLOADS = "";

  /** Makes a change that can be undone; answers the new state. */
  List<WorkloadStatus> change(String workload, Change.Adjustment change) throws RunControlException;

  /** Changes the target at once, or in a straight line over some time. */
  default List<WorkloadStatus> changeRate(String workload, RateChange change, Duration over)
      throws RunControlException {
    return change(workload, new OfRate(change, over));
  }

  /** Holds workers before their next iteration. */
  default List<WorkloadStatus> pause(String workload) throws RunControlException {
    return change(workload, new OfPause(true));
  }

  /** Goes on after a pause; the time between is not owed. */
  default List<WorkloadStatus> resume(String workload) throws RunControlException {
    return change(workload, new OfPause(false));
  }

  /** Starts more workers and waits until they are up. */
  default List<WorkloadStatus> addWorkers(String workload, int count) throws RunControlException {
    return change(workload, new OfWorkers(positive(count)));
  }

  /** Ends some workers, evenly spread over the interval, and waits for them. */
  default List<WorkloadStatus> endWorkers(String workload, int count) throws RunControlException {
    return change(workload, new OfWorkers(-positive(count)));
  }

  private static int positive(int count) throws RunControlException {
    if (count < 1) {
      throw new RunControlException("the number of workers must be at least 1, not " + count);
    }
    return count;
  }

  /**
   * Undoes the last change of rate, pause or workers: of one workload, or without a name the last
   * of all, on each workload that it changed. The next call undoes the change before it.
   */
  Undone undo(String workload) throws RunControlException;

  /** Puts a remark on the time line, in all outputs. */
  void mark(String text);

  /** Puts on the time line who gave a command, from where, and which: one line. */
  default void audit(String text) {
    mark(text);
  }

  /** Ends the run, with its summary; returns at once. */
  void stop(String reason);

  RunStatus status();

  /** The last statistics interval, once there is one. */
  Optional<Snapshot> latest();

  /** Tells a sink of all that comes, until {@link #unsubscribe}. */
  void subscribe(Sink sink);

  void unsubscribe(Sink sink);
}
