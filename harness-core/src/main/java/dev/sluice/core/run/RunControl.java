package dev.sluice.core.run;

import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
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

  /** Changes the target at once, or in a straight line over some time. Answers the new state. */
  List<WorkloadStatus> changeRate(String workload, RateChange change, Duration over)
      throws RunControlException;

  /** Holds workers before their next iteration. */
  List<WorkloadStatus> pause(String workload) throws RunControlException;

  /** Goes on after a pause; the time between is not owed. */
  List<WorkloadStatus> resume(String workload) throws RunControlException;

  /** Starts more workers and waits until they are up. */
  List<WorkloadStatus> addWorkers(String workload, int count) throws RunControlException;

  /** Ends some workers, evenly spread over the interval, and waits for them. */
  List<WorkloadStatus> endWorkers(String workload, int count) throws RunControlException;

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
