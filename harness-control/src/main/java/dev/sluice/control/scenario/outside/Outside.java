package dev.sluice.control.scenario.outside;

import dev.sluice.control.remote.CommandClient;
import dev.sluice.control.remote.HostPort;
import dev.sluice.control.remote.Reply;
import dev.sluice.control.scenario.step.StepFailedException;
import dev.sluice.control.scenario.step.Surroundings;
import dev.sluice.control.scenario.step.TargetInterval;
import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What steps do outside of the run, for real. */
public final class Outside implements Surroundings, AutoCloseable {

  private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(60);

  private final Shell shell = new Shell();
  private final AdminLine adminLine = new AdminLine();
  private final Map<String, Target> targets;
  private final Map<String, TargetIntervals> intervals = new HashMap<>();

  /** Another harness process, and how to speak to it. */
  public record Target(HostPort at, CommandClient client) {}

  /**
   * @param targets by their names
   * @param clock the scenario's
   */
  public Outside(Map<String, Target> targets, NanoClock clock) {
    this.targets = Map.copyOf(targets);
    targets.forEach(
        (name, target) ->
            intervals.put(name, new TargetIntervals(name, target.at(), target.client(), clock)));
  }

  @Override
  public String exec(String command, Duration timeout)
      throws StepFailedException, InterruptedException {
    try {
      return shell.run(command, timeout).lastLine();
    } catch (OutsideException e) {
      throw new StepFailedException(e.getMessage());
    }
  }

  @Override
  public String admin(HostPort at, String line, Duration timeout) throws StepFailedException {
    try {
      return adminLine.send(at, line, timeout);
    } catch (OutsideException e) {
      throw new StepFailedException(e.getMessage());
    }
  }

  @Override
  public String tell(String target, String line) throws StepFailedException {
    Target to = targets.get(target);
    Reply reply = to.client().send(to.at(), line, REPLY_TIMEOUT);
    if (!reply.ok()) {
      throw new StepFailedException("target " + target + ": '" + line + "': " + reply.problem());
    }
    List<String> lines = reply.lines();
    return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
  }

  @Override
  public List<TargetInterval> intervals(String target, long afterNanos) {
    return intervals.get(target).after(afterNanos);
  }

  /** Ends what watches other processes. */
  @Override
  public void close() {
    intervals.values().forEach(TargetIntervals::close);
  }
}
