package dev.sluice.control.scenario.step;

import dev.sluice.control.command.Command.Mark;
import dev.sluice.control.endpoint.client.HostPort;
import dev.sluice.control.measure.Findings;
import dev.sluice.control.measure.Observed;
import dev.sluice.control.measure.TimedInterval;
import dev.sluice.control.scenario.yaml.ShellCommand;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.jms.provider.JmsProvider;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Where steps take place: the current run, the time, and the world around. For the thread that
 * plays the scenario.
 */
public interface StepContext {

  /** The current run. */
  RunControl run();

  /**
   * The run of a process.
   *
   * @param process the name of another one, or empty for this one
   */
  default RunControl run(String process) {
    return process.isEmpty() ? run() : environment().run(process);
  }

  /** Puts a remark on the time line of the current run. */
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

  /** The disturbances that the current run has told of, the last ones at least. */
  List<Disturbance> disturbances();

  /** How long an interval of this process is. */
  Duration interval();

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

  /** The effects of steps outside of the run. */
  public interface Environment {

    /**
     * Runs a command of this host and waits for its end.
     *
     * @return the last line it wrote, for people
     * @throws StepFailedException if it does not end with exit code 0, or not in time
     */
    String exec(ShellCommand command, Duration timeout)
        throws StepFailedException, InterruptedException;

    /**
     * Sends a line to a TCP port and waits for the answer, whose last line begins with OK or ERR.
     *
     * @return the last line of the answer
     * @throws StepFailedException if there is none, or it is an error
     */
    String admin(HostPort at, String line, Duration timeout) throws StepFailedException;

    /**
     * Deletes the one ready pod that a step selects.
     *
     * @return its name
     * @throws StepFailedException if there is not exactly one, or it cannot be deleted
     */
    String deletePod(DeletePodStep step) throws StepFailedException, InterruptedException;

    /** The run of another harness process. */
    RunControl run(String target);

    /**
     * Runs a workload that ends by itself, beside the run or before there is one.
     *
     * @param provider the name of its provider
     * @return how many of its iterations were done
     * @throws StepFailedException if it cannot begin
     */
    long put(String provider, Function<JmsProvider, WorkloadSpec> workload)
        throws StepFailedException, InterruptedException;

    /**
     * The intervals of another harness process. It is watched from the first call on; none come
     * while it does not answer, of which a warning tells.
     *
     * @param afterNanos those that ended after this moment, by the scenario's clock
     * @return in their order
     */
    List<TimedInterval> intervals(String target, long afterNanos);

    /** The steps that run however the scenario ends begin: from now on nothing is cut short. */
    default void lastStepsBegin() {}
  }
}
