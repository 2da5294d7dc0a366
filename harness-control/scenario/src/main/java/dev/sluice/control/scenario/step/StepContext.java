package dev.sluice.control.scenario.step;

import dev.sluice.control.command.Command.Mark;
import dev.sluice.control.measure.Findings;
import dev.sluice.control.measure.Observed;
import dev.sluice.control.measure.TimedInterval;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.RunControl;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Where steps take place: a run under way, the time, and the world around. For the thread that
 * plays the scenario.
 */
public interface StepContext {

  /** The run under way. */
  RunControl run();

  /**
   * The run of a process.
   *
   * @param process the name of another one, or empty for this one
   */
  default RunControl run(String process) {
    return process.isEmpty() ? run() : environment().run(process);
  }

  /** Puts a remark on the time line of the run under way. */
  default void mark(String remark) {
    new Mark(remark).runOn(run());
  }

  /**
   * The intervals of a process. Another one is watched from the first call on; none come while it
   * does not answer, of which a warning tells.
   *
   * @param process the name of another one, or empty for this one
   * @param afterNanos those that ended after this moment, by the scenario's clock
   * @return in their order
   */
  List<TimedInterval> intervals(String process, long afterNanos);

  /** A monotonic reading. */
  long nanos();

  /**
   * Waits.
   *
   * @throws StepFailedException if the run ends meanwhile
   */
  void sleep(Duration time) throws StepFailedException, InterruptedException;

  /**
   * Waits for the next interval of this process that lies altogether after this call.
   *
   * @throws StepFailedException if the run ends meanwhile
   */
  Snapshot nextInterval() throws StepFailedException, InterruptedException;

  /**
   * Ends the workloads and starts others in their place; returns when those are up.
   *
   * @param setUp what is done in between
   * @throws StepFailedException if they do not come up, or something in between fails
   */
  void remake(int workloadSet, List<Step> setUp) throws StepFailedException, InterruptedException;

  /** The world around the run. */
  Environment environment();

  /** The observers, all of them. */
  Observed observe() throws InterruptedException;

  /** Those observers that it is time for, and the last readings of the others. */
  Observed observeDue() throws InterruptedException;

  /**
   * Readings that were made meanwhile, in their order: one for each interval or so.
   *
   * @param fromNanos not before this time
   * @param toNanos not after this one
   */
  List<Observed> observedBetween(long fromNanos, long toNanos);

  /** How large the bodies are that a workload makes, on average; empty if it makes none. */
  OptionalDouble meanBodyBytes(String workload);

  /** Where what was found is kept. */
  Findings findings();
}
