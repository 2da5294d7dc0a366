package dev.sluice.core.bus;

import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.ConnectionChange;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Dates what happens in a run and passes it to the bus. Any thread. */
public final class Timeline {

  private static final int MAX_FAILURES = 100;
  private static final DateTimeFormatter TIME_OF_DAY =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

  private final NanoClock clock;
  private final InstantSource wallClock;
  private final Sink bus;
  private final Set<String> failures = new LinkedHashSet<>(); // guarded by it
  private volatile long startNanos = NanoClock.NEVER;

  public Timeline(NanoClock clock, InstantSource wallClock, Sink bus) {
    this.clock = clock;
    this.wallClock = wallClock;
    this.bus = bus;
  }

  /** The schedule starts now. */
  public void start(long nowNanos) {
    startNanos = nowNanos;
  }

  /** Time since the schedule started, 0 before. */
  public long sinceStartNanos() {
    return startNanos == NanoClock.NEVER ? 0 : clock.nanos() - startNanos;
  }

  /** The time of day of a clock reading, as people write it here. */
  public String timeOfDay(long nanos) {
    Instant instant = wallClock.instant().minusNanos(clock.nanos() - nanos);
    return TIME_OF_DAY.format(instant.atZone(ZoneId.systemDefault()));
  }

  /** Dates what happened to a connection, and passes it to nobody. */
  public ConnectionEvent connectionEvent(String workload, String worker, ConnectionChange change) {
    return new ConnectionEvent(wallClock.instant(), sinceStartNanos(), workload, worker, change);
  }

  /** The run did not start. */
  public void notStarted() {
    bus.notStarted(wallClock.instant());
  }

  /** A thread of the harness failed; told once, however often it fails in the same way. */
  public void threadFailed(Thread thread, Throwable failure) {
    String text = "the harness failed in its thread " + thread.getName() + ": " + failure;
    synchronized (failures) {
      if (failures.size() == MAX_FAILURES || !failures.add(text)) {
        return;
      }
    }
    add(RunEvent.Kind.ERROR, "", text);
  }

  /** The failures of threads so far, each in one line. */
  public List<String> failures() {
    synchronized (failures) {
      return List.copyOf(failures);
    }
  }

  public void add(RunEvent.Kind kind, String workload, String text) {
    bus.event(new RunEvent(wallClock.instant(), sinceStartNanos(), kind, workload, text));
  }
}
