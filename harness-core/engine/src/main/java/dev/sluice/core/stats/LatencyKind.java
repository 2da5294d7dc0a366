package dev.sluice.core.stats;

import java.util.List;
import java.util.stream.Stream;

/**
 * The times that are measured. Each is declared here and nowhere else, because every output goes
 * through this list. Three are of whole iterations and are always shown; the others are parts,
 * which are timed separately and shown where there were any.
 */
public enum LatencyKind implements Term {
  LATENCY("From the intended start to the end of an iteration that had a schedule."),
  SERVICE("From the actual start to the end of an iteration."),
  LATENESS("From the intended to the actual start of an iteration."),

  /** A put, where an iteration is more than that. */
  PUT,
  /** A get that brought a message, where an iteration is more than that. */
  GET,
  /** A commit. */
  COMMIT,
  /** From before the put of a request until its reply was there. */
  ROUND_TRIP,
  /** From the send stamp of a message until it was received, both by the wall clock. */
  END_TO_END,
  /** Making a connection or a session. */
  CONNECT,
  /** From the last operation that worked to the first that worked again. */
  OUTAGE,
  /** An iteration that failed, from its start to its failure. */
  FAILED_CALLS,
  /**
   * An iteration of which nobody knows whether it was done, from its start until that was known.
   */
  CALLS_IN_DOUBT,
  /** The work on a message that was received, as it was asked for. */
  WORK;

  /** Those of whole iterations. */
  public static final List<LatencyKind> WHOLE =
      Stream.of(values()).filter(kind -> !kind.isPart()).toList();

  /** The one to show first: from the intended start where there was a schedule. */
  public static final List<LatencyKind> HEADLINE = List.of(LATENCY, SERVICE);

  private final String help;

  LatencyKind() {
    this("");
  }

  LatencyKind(String help) {
    this.help = help;
  }

  /** The time that is measured, one sentence; empty for a part. */
  public String help() {
    return help;
  }

  /** Whether it is a part of an iteration, or of a message's way. */
  public boolean isPart() {
    return help.isEmpty();
  }
}
