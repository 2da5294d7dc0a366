package dev.sluice.core.bus;

import dev.sluice.core.worker.ConnectionChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Keeps what happens to connections until the end of the interval. {@link #add} comes from threads
 * of the provider, which may be the only one that reconnects: it must not wait for anything. {@link
 * #passOn} is called by one thread at a time.
 */
public final class ConnectionLog {

  private final Timeline timeline;
  private final Sink bus;
  private final Queue<ConnectionEvent> waiting = new ConcurrentLinkedQueue<>();

  public ConnectionLog(Timeline timeline, Sink bus) {
    this.timeline = timeline;
    this.bus = bus;
  }

  public void add(String workload, String worker, ConnectionChange change) {
    waiting.add(timeline.connectionEvent(workload, worker, change));
  }

  /** Tells the sinks of all that happened since the last time. */
  public void passOn() {
    List<ConnectionEvent> events = new ArrayList<>();
    for (ConnectionEvent each = waiting.poll(); each != null; each = waiting.poll()) {
      events.add(each);
    }
    if (events.isEmpty()) {
      return;
    }
    for (ConnectionEvent each : events) {
      bus.event(
          new RunEvent(
              each.time(),
              each.sinceStartNanos(),
              RunEvent.Kind.CONNECTION,
              each.workload(),
              each.text()));
    }
    bus.connections(List.copyOf(events));
  }
}
