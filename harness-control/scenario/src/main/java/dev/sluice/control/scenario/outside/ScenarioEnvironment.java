package dev.sluice.control.scenario.outside;

import dev.sluice.control.endpoint.client.CommandClient;
import dev.sluice.control.endpoint.client.HostPort;
import dev.sluice.control.endpoint.client.RemoteControl;
import dev.sluice.control.endpoint.client.Reply;
import dev.sluice.control.measure.RecentIntervals;
import dev.sluice.control.measure.TimedInterval;
import dev.sluice.control.scenario.step.DeletePodStep;
import dev.sluice.control.scenario.step.StepContext.Environment;
import dev.sluice.control.scenario.step.StepFailedException;
import dev.sluice.control.scenario.yaml.ShellCommand;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.JmsProvider;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;

/** The effects of steps outside of the run, for real. */
public final class ScenarioEnvironment implements Environment, AutoCloseable {

  /** Waits for something else, and can be interrupted. */
  private interface Waiting {

    String untilDone() throws StepFailedException, InterruptedException;
  }

  private static final Duration PUT_STOP_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration PUT_INTERVAL = Duration.ofSeconds(1);

  /** Steps look whenever an interval of this process ends; those of others may be much shorter. */
  private static final int MAX_KEPT = 1_000;

  private final Shell shell = new Shell();
  private final Map<String, RemoteControl> targets;
  private final Function<String, JmsProvider> providers;
  private final NanoClock clock;
  private final KubernetesApi kubernetes;
  private final Map<String, RecentIntervals> watched = new HashMap<>();
  private Consumer<String> cut = why -> {}; // guarded by this, ends what is under way
  private Optional<String> stopped = Optional.empty(); // guarded by this, why
  private boolean last; // guarded by this, whether the last steps have begun

  /**
   * @param targets by their names
   * @param providers an open one, by its name
   * @param clock the scenario's
   * @param kubernetes of the cluster that this process runs in, if it does
   */
  public ScenarioEnvironment(
      Map<String, RemoteControl> targets,
      Function<String, JmsProvider> providers,
      NanoClock clock,
      KubernetesApi kubernetes) {
    this.targets = Map.copyOf(targets);
    this.providers = providers;
    this.clock = clock;
    this.kubernetes = kubernetes;
  }

  @Override
  public String exec(ShellCommand command, Duration timeout)
      throws StepFailedException, InterruptedException {
    return interruptible("'" + command.text() + "'", () -> shell.run(command, timeout).lastLine());
  }

  @Override
  public String deletePod(DeletePodStep step) throws StepFailedException, InterruptedException {
    return interruptible(step.text(), () -> kubernetes.deletePod(step));
  }

  private String interruptible(String what, Waiting waiting)
      throws StepFailedException, InterruptedException {
    Thread thread = Thread.currentThread();
    begin(what, why -> thread.interrupt());
    try {
      return waiting.untilDone();
    } catch (InterruptedException e) {
      throw wasCut(what).orElseThrow(() -> e);
    } finally {
      if (end()) {
        Thread.interrupted(); // came too late for this, and is not for what comes now
      }
    }
  }

  private synchronized void begin(String what, Consumer<String> cutting)
      throws StepFailedException {
    Optional<StepFailedException> already = wasCut(what);
    if (already.isPresent()) {
      throw already.get();
    }
    cut = cutting;
  }

  /** Returns whether it may have been cut. */
  private synchronized boolean end() {
    cut = why -> {};
    return stopped.isPresent() && !last;
  }

  private synchronized Optional<StepFailedException> wasCut(String what) {
    return last
        ? Optional.empty()
        : stopped.map(why -> new StepFailedException(what + " was ended: " + why));
  }

  @Override
  public String admin(HostPort at, String line, Duration timeout) throws StepFailedException {
    Reply reply = CommandClient.ask(at, line, timeout);
    if (!reply.ok()) {
      throw new StepFailedException(reply.problem());
    }
    return reply.lines().get(0);
  }

  @Override
  public RunControl run(String target) {
    return targets.get(target);
  }

  @Override
  public long put(String provider, Function<JmsProvider, WorkloadSpec> workload)
      throws StepFailedException, InterruptedException {
    JmsProvider by = providers.apply(provider);
    RunSpec spec =
        new RunSpec(
            "",
            List.of(workload.apply(by)),
            Duration.ZERO,
            Duration.ZERO,
            PUT_INTERVAL,
            PUT_STOP_TIMEOUT);
    Run run =
        new Run(
            spec,
            clock,
            InstantSource.system(),
            CpuMeter.ofThisProcess(),
            new SplittableRandom(),
            List.of());
    begin("putting messages", run.control()::stop);
    try {
      return run.execute().workloads().get(0).measured().counts().done();
    } catch (StartFailedException e) {
      Throwable cause = e.getCause();
      throw new StepFailedException(
          e.getMessage() + (cause == null ? "" : ": " + by.explain(cause).line()));
    } finally {
      end();
    }
  }

  @Override
  public synchronized void lastStepsBegin() {
    last = true;
  }

  /** Ends the command or the putting that is under way, but none of the last steps. Any thread. */
  public synchronized void stop(String reason) {
    if (last) {
      return;
    }
    stopped = Optional.of(reason);
    cut.accept(reason);
  }

  @Override
  public List<TimedInterval> intervals(String target, long afterNanos) {
    return watched.computeIfAbsent(target, this::watch).after(afterNanos);
  }

  private RecentIntervals watch(String target) {
    RecentIntervals intervals = new RecentIntervals(MAX_KEPT, interval -> clock.nanos());
    targets.get(target).subscribe(intervals);
    return intervals;
  }

  /** Ends what watches other processes. */
  @Override
  public void close() {
    targets.values().forEach(RemoteControl::close);
  }
}
