package dev.sluice.core.bus;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.worker.Worker.WorkSource;
import dev.sluice.core.worker.WorkerThread.WorkerState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An output of a run: what the {@link EventBus} tells of it. Calls come one at a time, in the order
 * in which things happened, from a thread that this sink has for itself: one that is slow or
 * blocked delays nobody, and what it throws is logged and changes nothing.
 */
public interface Sink {

  /** Its name for people, one word. */
  default String name() {
    String simple = getClass().getSimpleName();
    return simple.isEmpty() ? "sink" : simple;
  }

  /** How many workers of a workload are up, while it starts. */
  default void connecting(String workload, int up, int of) {}

  /**
   * Whether it is told of each {@link #worker}. There are thousands while a large run starts, and
   * each wakes the sink's thread, so those that make nothing of them are spared. Any thread; always
   * the same.
   */
  default boolean followsWorkers() {
    return false;
  }

  /** A step in the life of a worker; for those that {@linkplain #followsWorkers follow} them. */
  default void worker(WorkerStep step) {}

  /** The run did not start: workers could not connect. There is no summary. */
  default void notStarted(Instant time) {}

  /** Something happened. */
  default void event(RunEvent event) {}

  /**
   * The events of connections, in their order; told together at the end of the interval, because it
   * often happens to all at once. Each was told as an event too, of kind CONNECTION.
   */
  default void connections(List<ConnectionEvent> events) {}

  /** A statistics interval has ended. */
  default void interval(Snapshot snapshot) {}

  /** What one host of several did in an interval; {@link #interval} tells of all together. */
  default void part(String host, Snapshot snapshot) {}

  /**
   * This sink was blocked for so long that its queue was full, and these were left out.
   *
   * @param events all that are no intervals
   */
  default void missed(long intervals, long events) {}

  /** The run has ended. */
  default void summary(Summary summary) {}

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
  record WorkerStep(
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
}
