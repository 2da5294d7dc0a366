package dev.sluice.control.analysis.rehearsal;

import dev.sluice.core.stats.Term;
import java.util.List;
import java.util.stream.Stream;

/** The figures of a fault; every output goes through this list. */
public enum FaultFigure implements Term {
  /** From the fault until the first worker that lost its connection had one again. */
  FIRST_BACK,
  /** The same of the last one. */
  LAST_BACK,
  /** From the fault until 99 % of the rate was back. */
  RATE_BACK,
  /** From when the first message was due that came late, until then. */
  OUTAGE,
  /** Messages that were due in its time and did not arrive. */
  LOST,
  /** Messages of puts, gets and commits that were cut off in its time. */
  IN_DOUBT,
  /** Messages that arrived again in its time. */
  DUPLICATES;

  /** Those in nanoseconds. */
  public static final List<FaultFigure> TIMES =
      Stream.of(values()).filter(FaultFigure::isTime).toList();

  /** The value of a time that is not over. */
  public static final long NOT_BACK = Long.MAX_VALUE;

  /** The value of a time that a standstill of the harness hides. */
  public static final long NOT_JUDGED = -1;

  boolean isTime() {
    return compareTo(OUTAGE) <= 0;
  }
}
