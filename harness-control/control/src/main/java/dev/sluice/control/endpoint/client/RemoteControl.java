package dev.sluice.control.endpoint.client;

import dev.sluice.control.command.Command;
import dev.sluice.control.command.Command.Mark;
import dev.sluice.control.command.Command.Stats;
import dev.sluice.control.command.Command.Status;
import dev.sluice.control.command.Command.Stop;
import dev.sluice.control.command.RunJson;
import dev.sluice.control.command.Undo;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.Change;
import dev.sluice.core.run.Change.Undone;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import dev.sluice.core.run.RunStatus;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.json.JSONException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The run of another process, over its command socket. Each call is a command in a connection of
 * its own; a {@link RunControlException} says why it was not carried out, be it that the run
 * refused it or that nobody answered. Changes answer no state: ask for the {@link #status}. Those
 * who subscribe get intervals and nothing else. Any thread.
 */
public final class RemoteControl implements RunControl, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RemoteControl.class);

  private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(60);

  private final String name;
  private final HostPort at;
  private final CommandClient client;
  private final Map<Sink, IntervalWatch> watches = new HashMap<>(); // guarded by this

  /**
   * @param name what messages call the process
   * @param client has the token, if one is needed
   */
  public RemoteControl(String name, HostPort at, CommandClient client) {
    this.name = name;
    this.at = at;
    this.client = client;
  }

  @Override
  public List<WorkloadStatus> change(String workload, Change.Adjustment change) {
    lines(Command.of(workload, change));
    return List.of();
  }

  @Override
  public Undone undo(String workload) {
    lines(new Undo(workload));
    return new Undone(Optional.empty(), List.of());
  }

  @Override
  public void mark(String text) {
    lines(new Mark(text));
  }

  @Override
  public void stop(String reason) {
    lines(new Stop());
  }

  @Override
  public RunStatus status() {
    try {
      return RunJson.parseStatus(lines(new Status(true)).get(0));
    } catch (JSONException | IllegalArgumentException e) {
      throw new RunControlException("target " + name + " reports no status: " + e.getMessage());
    }
  }

  @Override
  public Optional<Snapshot> latest() {
    try {
      return Optional.of(RunJson.parse(lines(new Stats(true)).get(0)));
    } catch (JSONException | IllegalArgumentException e) {
      throw new RunControlException("target " + name + " reports no interval: " + e.getMessage());
    }
  }

  @Override
  public synchronized void subscribe(Sink sink) {
    watches.computeIfAbsent(
        sink,
        added -> {
          IntervalWatch watch =
              new IntervalWatch(client, at, added, what -> LOG.warn("target {} {}", name, what));
          watch.start();
          return watch;
        });
  }

  @Override
  public void unsubscribe(Sink sink) {
    IntervalWatch watch;
    synchronized (this) {
      watch = watches.remove(sink);
    }
    if (watch != null) {
      watch.close();
    }
  }

  /** Ends all subscriptions. */
  @Override
  public void close() {
    List<IntervalWatch> open;
    synchronized (this) {
      open = List.copyOf(watches.values());
      watches.clear();
    }
    open.forEach(IntervalWatch::close);
  }

  private List<String> lines(Command.OfRun command) {
    Reply reply = client.send(at, command.text(), REPLY_TIMEOUT);
    if (!reply.ok()) {
      throw new RunControlException(
          "target " + name + ": '" + command.text() + "': " + reply.problem());
    }
    return reply.lines();
  }
}
