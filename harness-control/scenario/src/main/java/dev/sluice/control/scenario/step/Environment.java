package dev.sluice.control.scenario.step;

import dev.sluice.control.endpoint.client.HostPort;
import dev.sluice.control.measure.TimedInterval;
import dev.sluice.control.scenario.yaml.ShellCommand;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.jms.provider.JmsProvider;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

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
   * The intervals of another harness process. It is watched from the first call on; none come while
   * it does not answer, of which a warning tells.
   *
   * @param afterNanos those that ended after this moment, by the scenario's clock
   * @return in their order
   */
  List<TimedInterval> intervals(String target, long afterNanos);

  /** The steps that run however the scenario ends begin: from now on nothing is cut short. */
  default void lastStepsBegin() {}
}
