package dev.sluice.core.bus;

import dev.sluice.core.result.Hindrance;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that happened at a point of the time line, for all outputs to show.
 *
 * @param time wall-clock time
 * @param sinceStartNanos time since the schedule started; negative before
 * @param kind what kind of thing
 * @param workload whose, or empty for the whole run
 * @param text what happened, one line
 * @param hindrance what it was, of {@link Kind#HARNESS} only
 */
public record RunEvent(
    Instant time,
    long sinceStartNanos,
    Kind kind,
    String workload,
    String text,
    Optional<Hindrance> hindrance) {

  /** An event of any other kind. */
  public RunEvent(Instant time, long sinceStartNanos, Kind kind, String workload, String text) {
    this(time, sinceStartNanos, kind, workload, text, Optional.empty());
  }

  /** Kinds of events. */
  public enum Kind {
    STARTED,
    WARMUP_ENDED,
    RATE,
    PAUSED,
    RESUMED,
    WORKERS,
    CONNECTION,
    ERROR,
    MARK,
    STOPPING,
    /** The first worker is up, and works; STARTED follows when all are. */
    BEGUN,
    /** All workers of a workload are inside a call that does not return, or no longer are. */
    BLOCKED,
    /** An output was blocked for so long that it missed something. */
    OVERFLOW,
    /** A person or a program gave a command by a way that tells who. */
    COMMAND,
    /** Something kept the harness itself from working, such as garbage collection. */
    HARNESS,
    /** A client library warns of something. */
    CLIENT,
    /** An agent of a fleet came, went, or was not heard. */
    AGENT
  }
}
