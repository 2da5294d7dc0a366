package dev.sluice.core.bus;

import dev.sluice.core.result.Hindrance;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The time of a run: dates what happens and passes it to the bus. Any thread.
 *
 * <p>What happens to connections is kept until the end of the interval: it comes from threads of
 * the provider, of which one may be the only one that reconnects, and must not wait for anything.
 */
public final class Timeline {

  private static final int MAX_FAILURES = 100;
  private static final DateTimeFormatter TIME_OF_DAY =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

  private final NanoClock clock;
  private final InstantSource wallClock;
  private final Sink bus;
  private final Set<String> failures = new LinkedHashSet<>(); // guarded by it
  private final Queue<ConnectionEvent> connections = new ConcurrentLinkedQueue<>();
  private volatile long startNanos = NanoClock.NEVER;

  public Timeline(NanoClock clock, InstantSource wallClock, Sink bus) {
    this.clock = clock;
    this.wallClock = wallClock;
    this.bus = bus;
  }

  /** What the run is timed by. */
  public NanoClock clock() {
    return clock;
  }

  /** The time of day, for people. */
  public Instant now() {
    return wallClock.instant();
  }

  /** The schedule starts now. */
  public void start(long nowNanos) {
    startNanos = nowNanos;
  }

  /** Time since the schedule started, 0 before. */
  public long sinceStartNanos() {
    return startNanos == NanoClock.NEVER ? 0 : clock.nanos() - startNanos;
  }

  /** The time of day of a clock reading. */
  public Instant at(long nanos) {
    return now().minusNanos(clock.nanos() - nanos);
  }

  /** The same as people write it here. */
  public String timeOfDay(long nanos) {
    return TIME_OF_DAY.format(at(nanos).atZone(ZoneId.systemDefault()));
  }

  /** Something happened to a worker's connection. Waits for nobody. */
  public void connectionChanged(String workload, String worker, ConnectionChange change) {
    connectionChanged(new ConnectionEvent(now(), sinceStartNanos(), workload, worker, change));
  }

  /** The same, as somebody else has dated it. */
  public void connectionChanged(ConnectionEvent event) {
    connections.add(event);
  }

  /** Tells of what happened to connections since the last time. For one thread at a time. */
  public void passOnConnections() {
    List<ConnectionEvent> events = new ArrayList<>();
    for (ConnectionEvent each = connections.poll(); each != null; each = connections.poll()) {
      events.add(each);
      bus.event(
          new RunEvent(
              each.time(),
              each.sinceStartNanos(),
              RunEvent.Kind.CONNECTION,
              each.workload(),
              each.text()));
    }
    if (!events.isEmpty()) {
      bus.connections(List.copyOf(events));
    }
  }

  /** The run did not start. */
  public void notStarted() {
    bus.notStarted(now());
  }

  /** A thread of the harness failed; told once, however often it fails in the same way. */
  public void threadFailed(Thread thread, Throwable failure) {
    String text = "the harness failed in its thread " + thread.getName() + ": ";
    failed(text + failure, text + Conclusion.traced(failure));
  }

  /** Draws a conclusion; one that fails is told once. See {@link Conclusion}. */
  public <T> T conclude(
      String what, Supplier<? extends T> conclusion, Function<String, ? extends T> otherwise) {
    return Conclusion.draw(
        what,
        conclusion,
        failure -> {
          failed(failure, failure);
          return otherwise.apply(failure);
        });
  }

  private void failed(String text, String traced) {
    synchronized (failures) {
      if (failures.size() == MAX_FAILURES || !failures.add(text)) {
        return;
      }
    }
    add(RunEvent.Kind.ERROR, "", traced);
  }

  /** The failures of threads and of conclusions so far, each in one line. */
  public List<String> failures() {
    synchronized (failures) {
      return List.copyOf(failures);
    }
  }

  /**
   * Something kept the harness from working.
   *
   * @param hindrance with readings of the clock
   * @return the same in time since the schedule started
   */
  public Hindrance add(Hindrance hindrance) {
    Hindrance since = hindrance.since(startNanos);
    bus.event(
        new RunEvent(
            now(), sinceStartNanos(), RunEvent.Kind.HARNESS, "", since.text(), Optional.of(since)));
    return since;
  }

  public void add(RunEvent.Kind kind, String workload, String text) {
    bus.event(new RunEvent(now(), sinceStartNanos(), kind, workload, text));
  }
}
