package dev.sluice.core.run;

import dev.sluice.core.rate.Pacing;
import dev.sluice.core.stats.Counts;
import java.util.Locale;

/**
 * Whether the target was kept and, if not, which side was the limit.
 *
 * @param kind the short form
 * @param explanation one sentence with the figures it rests on
 */
public record Verdict(Kind kind, String explanation) {

  /** Achieved over target from which a target counts as kept. */
  public static final double KEPT_RATIO = 0.999;

  /** Waits that end this late on average mean that the host has no time for the harness. */
  static final double OVERSLEPT_LIMIT_NANOS = 2e6;

  /** A process that uses this much of its processors is short of them. */
  static final double CPU_SHARE_LIMIT = 0.9;

  /** Short forms. */
  public enum Kind {
    /** There was no target. */
    UNLIMITED,
    /** Achieved is target. */
    KEPT,
    /** Achieved stayed below target since workers found nothing to do when they looked. */
    IDLE,
    /**
     * Achieved stayed below target since workers were busy: the broker or the network is the limit.
     */
    SATURATED,
    /**
     * Achieved stayed below target since the harness or its host had no time: no figure of the
     * broker.
     */
    HARNESS_LIMITED
  }

  /**
   * Judges a stretch of a run.
   *
   * @param pacing what iterations were due by
   * @param due iterations the rate asked for; with think time the most that could be done
   * @param slack how many iterations may be missing at its end without meaning anything: those
   *     under way, and what chance moves
   */
  static Verdict of(Pacing pacing, double due, double slack, Counts counts, CpuUse cpu) {
    boolean harnessShort =
        counts.meanOversleptNanos() > OVERSLEPT_LIMIT_NANOS
            || (cpu.meaningful() && cpu.share() > CPU_SHARE_LIMIT);
    String evidence =
        String.format(
            Locale.ROOT,
            "waits ended %.2f ms late on average, the process used %.2f of %d cores",
            counts.meanOversleptNanos() / 1e6,
            cpu.cores(),
            cpu.processors());
    if (due == 0) {
      return new Verdict(
          Kind.UNLIMITED,
          harnessShort
              ? "no target; the harness itself was short of time (" + evidence + ")"
              : "no target was set");
    }
    // what was given up is missing for good, whatever may have been under way
    double missing = Math.max(due - counts.iterations() - slack, (double) counts.givenUp());
    if (missing <= (1 - KEPT_RATIO) * due) {
      return new Verdict(Kind.KEPT, "the target was kept");
    }
    if (counts.empty() > 0 && (counts.empty() >= missing || counts.iterations() == 0)) {
      return new Verdict(
          Kind.IDLE,
          "idle: workers looked " + counts.empty() + " times when there was nothing to do");
    }
    return harnessShort
        ? new Verdict(
            Kind.HARNESS_LIMITED,
            "the harness could not keep the schedule ("
                + evidence
                + "): these are no figures of the broker")
        : new Verdict(Kind.SATURATED, "saturated: " + limit(pacing) + " (" + evidence + ")");
  }

  private static String limit(Pacing pacing) {
    return switch (pacing) {
      case SCHEDULE ->
          "workers were busy when iterations were due, so the broker, the network or the number of"
              + " workers is the limit";
      case THINK_TIME ->
          "iterations, with any connecting between them, took longer than the interval between"
              + " their starts, and think time makes up nothing of that";
    };
  }
}
