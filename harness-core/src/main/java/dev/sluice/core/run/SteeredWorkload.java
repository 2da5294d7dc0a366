package dev.sluice.core.run;

import dev.sluice.core.worker.WorkerStartException;
import java.time.Duration;

/**
 * A workload that goes on, as those see it who change it: of this process, or of many. Any thread.
 */
public interface SteeredWorkload {

  String name();

  /** Whether a person would expect a rate without a workload's name to mean this one. */
  boolean hasTarget();

  /** Whether a change makes sense; changes nothing. */
  void check(RateChange change, Duration over) throws RunControlException;

  /** As of a clock reading made just now, so that several workloads change at one moment. */
  void changeRate(RateChange change, Duration over, long nowNanos) throws RunControlException;

  /** Holds it as of a clock reading made just now. */
  void pause(long nowNanos);

  /** Goes on as of a clock reading made just now. */
  void resume(long nowNanos);

  /** Starts more workers and waits until they are up. */
  void addWorkers(int count) throws WorkerStartException, InterruptedException;

  /** Ends some; returns how many did not end in time. */
  int endWorkers(int count, Duration timeout) throws InterruptedException;

  WorkloadStatus status();
}
