package dev.sluice.control.scenario.step;

import dev.sluice.control.scenario.measure.Findings;
import dev.sluice.control.scenario.measure.Observed;
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

  /** A monotonic reading. */
  long nanos();

  /**
   * Waits.
   *
   * @throws StepFailedException if the run ends meanwhile
   */
  void sleep(Duration time) throws StepFailedException, InterruptedException;

  /**
   * Waits for the next interval that lies altogether after this call.
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

  /** What is watched beside the load. */
  Observed observe() throws InterruptedException;

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
