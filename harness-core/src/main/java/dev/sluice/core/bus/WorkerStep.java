package dev.sluice.core.bus;

import dev.sluice.core.worker.WorkSource;
import dev.sluice.core.worker.WorkerState;
import java.util.Optional;

/**
 * A worker began to connect, is connected for the first time, or has ended.
 *
 * @param nanos clock reading, for the time between two steps
 * @param workload the worker's workload
 * @param worker the worker's name
 * @param from the state it was in
 * @param to the state it is in now
 * @param source where it takes messages from, if it is connected now and that is of interest
 */
public record WorkerStep(
    long nanos,
    String workload,
    String worker,
    WorkerState from,
    WorkerState to,
    Optional<WorkSource> source) {

  /** Whether it is connected for the first time. */
  public boolean connected() {
    return from == WorkerState.CONNECTING && to == WorkerState.UP;
  }

  /** Whether it has ended, by a failure or not. */
  public boolean ended() {
    return to == WorkerState.ENDED || to == WorkerState.FAILED;
  }
}
