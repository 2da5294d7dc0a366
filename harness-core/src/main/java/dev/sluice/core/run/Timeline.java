package dev.sluice.core.run;

import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.ConnectionChange;
import java.time.InstantSource;

/** Dates what happens in a run and passes it to the reporters. Any thread. */
final class Timeline {

  private final NanoClock clock;
  private final InstantSource wallClock;
  private final Reporter reporters;
  private volatile long startNanos = NanoClock.NEVER;

  Timeline(NanoClock clock, InstantSource wallClock, Reporter reporters) {
    this.clock = clock;
    this.wallClock = wallClock;
    this.reporters = reporters;
  }

  /** The schedule starts now. */
  void start(long nowNanos) {
    startNanos = nowNanos;
  }

  /** Time since the schedule started, 0 before. */
  long sinceStartNanos() {
    return startNanos == NanoClock.NEVER ? 0 : clock.nanos() - startNanos;
  }

  /** Dates what happened to a connection, and passes it to nobody. */
  ConnectionEvent connectionEvent(String workload, String worker, ConnectionChange change) {
    return new ConnectionEvent(wallClock.instant(), sinceStartNanos(), workload, worker, change);
  }

  /** The run did not start. */
  void notStarted() {
    reporters.notStarted(wallClock.instant());
  }

  void add(RunEvent.Kind kind, String workload, String text) {
    reporters.event(new RunEvent(wallClock.instant(), sinceStartNanos(), kind, workload, text));
  }
}
