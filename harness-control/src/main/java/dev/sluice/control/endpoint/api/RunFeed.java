package dev.sluice.control.endpoint.api;

import dev.sluice.control.command.RunJson;
import dev.sluice.control.endpoint.http.EventStream;
import dev.sluice.control.endpoint.http.ServerSentEvent;
import dev.sluice.control.format.EventJson;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/**
 * The last intervals and events of a run, and those who follow them. Told by the run's thread for
 * it; everything else from any thread.
 */
final class RunFeed implements Sink {

  private static final int MAX_INTERVALS = 600;
  private static final int MAX_EVENTS = 2_000;

  private final UnaryOperator<String> mask;
  private final Numbered intervals = new Numbered(MAX_INTERVALS);
  private final Numbered events = new Numbered(MAX_EVENTS);
  private final List<EventStream> followers = new CopyOnWriteArrayList<>();

  /**
   * @param mask masks secrets
   */
  RunFeed(UnaryOperator<String> mask) {
    this.mask = mask;
  }

  Numbered intervals() {
    return intervals;
  }

  Numbered events() {
    return events;
  }

  /** Sends all that comes, until it ends. */
  void follow(EventStream stream) {
    followers.add(stream);
    stream.onClose(() -> followers.remove(stream));
  }

  /** The event that tells of an interval. */
  static ServerSentEvent interval(long number, String json) {
    return ServerSentEvent.of(Long.toString(number), "interval", json);
  }

  @Override
  public void event(RunEvent event) {
    if (event.kind() != RunEvent.Kind.CONNECTION) { // these come with all that is known of them
      add(EventJson.line(event));
    }
  }

  @Override
  public void connections(List<ConnectionEvent> changes) {
    changes.forEach(change -> add(EventJson.line(change)));
  }

  @Override
  public void interval(Snapshot snapshot) {
    String json = mask.apply(RunJson.watched(snapshot));
    send(interval(intervals.add(json), json));
  }

  @Override
  public void summary(Summary summary) {
    send(ServerSentEvent.of("end", "{}"));
  }

  private void add(String line) {
    String json = mask.apply(line.strip());
    events.add(json);
    send(ServerSentEvent.of("event", json));
  }

  private void send(ServerSentEvent event) {
    followers.forEach(follower -> follower.send(event));
  }
}
