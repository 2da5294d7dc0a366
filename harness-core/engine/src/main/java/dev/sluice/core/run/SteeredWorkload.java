package dev.sluice.core.run;

import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.worker.WorkerPool.WorkerStartException;
import java.time.Duration;

/**
 * A workload that goes on, as those see it who change it: of this process, or of many. Any thread.
 */
public interface SteeredWorkload {

  /** A change of a target, from a moment on. */
  interface Turn {
    TargetState of(TargetState before, long fromNanos) throws RunControlException;
  }

  WorkloadSpec spec();

  String name();

  TargetState target();

  /**
   * Turns to another target, which is made under the lock of this.
   *
   * @param nowNanos a clock reading made just now, so that several workloads turn at one moment
   */
  void turn(Turn turn, long nowNanos) throws RunControlException;

  /** Starts more workers and waits until they are up. */
  void addWorkers(int count) throws WorkerStartException, InterruptedException;

  /** Ends some; returns how many did not end in time. */
  int endWorkers(int count, Duration timeout) throws InterruptedException;

  WorkloadStatus status();
}
