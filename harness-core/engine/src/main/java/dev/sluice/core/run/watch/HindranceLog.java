package dev.sluice.core.run.watch;

import static dev.sluice.core.time.Nanos.MILLI;

import dev.sluice.core.pacing.Standstills;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Hindrance.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Works out from regular looks at the clocks and at the meter what hindered the harness, and for
 * how long. What is of one kind and follows within {@value #PAUSE_MILLIS} ms is one hindrance, but
 * for a standstill, which ends when the harness works again; one that took less than {@value
 * #LEAST_MILLIS} ms in all is not worth a word.
 *
 * <p>Pure: it is told the time. For one thread.
 */
final class HindranceLog {

  private static final long PAUSE_MILLIS = 1_000;
  private static final long LEAST_MILLIS = 200;

  /** The kernel and its time servers move the clock by less than this without a step. */
  private static final long CLOCK_STEP_NANOS = 200 * MILLI;

  /** The part of the time since the last look from which it counts as hindered. */
  private static final double HINDERED_PART = 0.1;

  /** Processors that were in use for this part of a time had none to spare in it. */
  private static final double BUSY_PART = 0.9;

  private final long periodNanos;

  private long lastNanos;
  private long lastClockOffsetNanos;
  private long lastCpuNanos;
  private Map<Kind, Long> lastWithheld;

  private Kind kind; // of the hindrance that may go on, null if there is none
  private long fromNanos;
  private long toNanos;
  private long hinderedNanos;
  private long longestNanos; // between two looks
  private long sinceLastLookNanos; // how much of that

  /**
   * @param periodNanos how often it is asked to look
   * @param clockOffsetNanos the time of day minus the clock's reading
   * @param cpuNanos processor time of the process so far, 0 where it cannot be had
   */
  HindranceLog(
      long periodNanos,
      long nowNanos,
      long clockOffsetNanos,
      long cpuNanos,
      Map<Kind, Long> withheld) {
    this.periodNanos = periodNanos;
    this.lastNanos = nowNanos;
    this.lastClockOffsetNanos = clockOffsetNanos;
    this.lastCpuNanos = cpuNanos;
    this.lastWithheld = withheld;
  }

  /** Takes a look; returns the hindrances that are over, most often none. */
  List<Hindrance> look(
      long nowNanos, long clockOffsetNanos, long cpuNanos, Map<Kind, Long> withheld) {
    List<Hindrance> over = new ArrayList<>();
    long elapsedNanos = nowNanos - lastNanos;
    long stoodNanos = elapsedNanos - periodNanos;
    sinceLastLookNanos = 0;
    Kind counted = Kind.GARBAGE_COLLECTION;
    long countedNanos = collectingNanos(cpuNanos, withheld);
    for (Kind each : List.of(Kind.CPU_LIMIT, Kind.STOLEN_CPU)) {
      if (nanosOf(each, withheld) > countedNanos) {
        counted = each;
        countedNanos = nanosOf(each, withheld);
      }
    }
    countedNanos = Math.min(countedNanos, elapsedNanos);
    if (stoodNanos >= Hindrance.STANDSTILL_NANOS && countedNanos < stoodNanos / 2) {
      boolean busy = nanosOf(Kind.BUSY_HOST, withheld) >= BUSY_PART * elapsedNanos;
      add(busy ? Kind.BUSY_HOST : Kind.STANDSTILL, stoodNanos, nowNanos, over);
    } else if (countedNanos > HINDERED_PART * elapsedNanos) {
      add(counted, countedNanos, nowNanos, over);
    } else if (stoodNanos >= Standstills.LATE_NANOS) {
      add(Kind.LATE_TIMERS, stoodNanos, nowNanos, over);
    } else if (nowNanos - toNanos > PAUSE_MILLIS * MILLI) {
      close(over);
    }
    long stepNanos = clockOffsetNanos - lastClockOffsetNanos;
    if (Math.abs(stepNanos) >= CLOCK_STEP_NANOS) {
      over.add(new Hindrance(Kind.CLOCK_STEP, nowNanos, nowNanos, stepNanos));
    }
    lastNanos = nowNanos;
    lastClockOffsetNanos = clockOffsetNanos;
    lastCpuNanos = cpuNanos;
    lastWithheld = withheld;
    return over;
  }

  /** No look follows. */
  List<Hindrance> end() {
    List<Hindrance> over = new ArrayList<>();
    close(over);
    return over;
  }

  private void add(Kind found, long nanos, long nowNanos, List<Hindrance> over) {
    long stretchNanos = Math.max(nanos, nowNanos - lastNanos - periodNanos);
    if (found != kind || Math.max(stretchNanos, longestNanos) >= Hindrance.STANDSTILL_NANOS) {
      close(over);
      kind = found;
      fromNanos = lastNanos;
      hinderedNanos = 0;
      longestNanos = 0;
    }
    toNanos = nowNanos;
    hinderedNanos += nanos;
    sinceLastLookNanos = stretchNanos;
    longestNanos = Math.max(longestNanos, sinceLastLookNanos);
  }

  /** For how long the harness was hindered between the last look and the one before. */
  long sinceLastLookNanos() {
    return sinceLastLookNanos;
  }

  private void close(List<Hindrance> over) {
    if (kind != null && hinderedNanos >= LEAST_MILLIS * MILLI) {
      over.add(new Hindrance(kind, fromNanos, toNanos, hinderedNanos, longestNanos, ""));
    }
    kind = null;
  }

  /**
   * How long collections stopped the process since the last look. The JVM counts by the clock, so a
   * process that is suspended during a collection has a long one; but a collection that goes on
   * takes processor time.
   */
  private long collectingNanos(long cpuNanos, Map<Kind, Long> withheld) {
    long byTheClock = nanosOf(Kind.GARBAGE_COLLECTION, withheld);
    return cpuNanos == 0 ? byTheClock : Math.min(byTheClock, cpuNanos - lastCpuNanos);
  }

  /** How much one kind withheld since the last look. */
  private long nanosOf(Kind withholding, Map<Kind, Long> withheld) {
    return withheld.getOrDefault(withholding, 0L) - lastWithheld.getOrDefault(withholding, 0L);
  }
}
