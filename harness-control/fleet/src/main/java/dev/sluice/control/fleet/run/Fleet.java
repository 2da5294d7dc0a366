package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.protocol.AgentEvents;
import dev.sluice.control.fleet.protocol.AgentView;
import dev.sluice.control.fleet.protocol.Task;
import dev.sluice.core.run.TargetState;
import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A fleet as the run of its controller uses it: one run after another. Changes are issued at once
 * and take effect a little later, at one moment everywhere. Any thread but the one that tells the
 * {@link AgentEvents}.
 */
public interface Fleet {

  /**
   * A workload as agents are told of it first.
   *
   * @param target whose total is that of all its workers, even if not all of them are there
   * @param workers how many each agent has, by member
   */
  record Orders(String workload, TargetState target, Map<String, Integer> workers) {

    public Orders {
      workers = Map.copyOf(workers);
    }
  }

  /** What runs are timed by. */
  NanoClock clock();

  /** All agents that are known, as they were when they were last heard. */
  List<AgentView> agents();

  /** Who is told of what agents tell; one at a time. */
  void listen(AgentEvents listener);

  /**
   * Gives agents a task; they prepare it.
   *
   * @param note what they keep for a controller that follows
   */
  void begin(Task task, List<Orders> workloads, RunNote note);

  /** A step of the scenario is under way; that of the number of all if none is any more. */
  void reached(int step);

  /** The common start of all workloads, a reading of the clock. */
  void startAt(long nanos);

  /** An agent is to have so many workers; it is given the task if it has none. */
  void workers(String workload, String member, int workers);

  /**
   * Turns workloads to other targets, all at one moment.
   *
   * @param targets as they are when the fleet is told
   * @param nowNanos a reading of the clock
   */
  void turn(Map<String, Supplier<TargetState>> targets, long nowNanos);

  /**
   * Holds workloads for good.
   *
   * @return when that takes effect everywhere, a reading of the clock
   */
  long hold(List<String> workloads);

  /** Iterations that were due at places that no agent was given, by workload. */
  Map<String, Double> unassigned();

  /** How long it takes for a change to take effect. */
  Duration lead();

  /** Agents stop, and tell their last figures. */
  void stop();

  /** The task is over; agents forget it. */
  void release();

  /**
   * Waits until all agents that are heard have all that was issued.
   *
   * @return whether they have, in time
   */
  boolean awaitAcknowledged(Duration timeout) throws InterruptedException;
}
