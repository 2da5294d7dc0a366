package dev.sluice.core.result;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.pacing.Cause;
import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether the target was kept and, if not, what kept it from being: each cause with its share of
 * what was due, the largest first.
 *
 * @param kind the short form; that of the largest share
 * @param explanation one sentence with the figures it rests on
 * @param shares what is missing, by cause; empty if the target was kept or there was none
 */
public record Verdict(Kind kind, String explanation, List<Share> shares) {

  /** Achieved over target from which a target counts as kept. */
  public static final double KEPT_RATIO = 0.999;

  /** Waits that end this late on average mean that the host has no time for the harness. */
  static final double WAKE_UP_DELAY_LIMIT_NANOS = 2e6;

  /** A cause that explains less than this part of what was due is not worth a word. */
  private static final double MIN_SHARE = 0.0005;

  /** Less of the harness's own lateness than this is not worth a word. */
  private static final double MIN_OWN_LATENESS_NANOS = 1e6;

  private static final String NO_TARGET = "no target was set";

  /** Whoever works so much may be what those wait for that have a target. */
  private static final double MOSTLY_WORK = 0.9;

  private static final int ERRORS_TOLD = 2;
  private static final int HINDRANCES_TOLD = 3;

  /** Short forms, from the best to the worst. */
  public enum Kind {
    /** There was no target. */
    UNLIMITED("Completed", ""),
    /** Achieved is target. */
    KEPT("Target kept", ""),
    /** Achieved stayed below target because workers found nothing to do when they looked. */
    IDLE("Idle", "There has been too little to do"),
    /**
     * Achieved stayed below target because workers were busy: the broker or the network is the
     * limit.
     */
    SATURATED("Saturated", "The broker has been the limit"),
    /**
     * Achieved stayed below target because the harness or its host had no time: no figure of the
     * broker.
     */
    HARNESS_LIMITED("Limited by the harness", "The harness has been the limit"),
    /** Achieved stayed below target because connections were lost. */
    INTERRUPTED("Interrupted", "Connections have been lost"),
    /**
     * Achieved stayed below target because agents that should have done a part of it were not
     * there.
     */
    AGENTS_MISSING("Agents missing", "Agents have been missing"),
    /** Nothing was done, because no call was answered. */
    UNANSWERED("Unanswered", "No call has been answered"),
    /** Achieved stayed below target because iterations failed. */
    FAILED("Failed", "Iterations have failed");

    private final String headline;
    private final String lately;

    Kind(String headline, String lately) {
      this.headline = headline;
      this.lately = lately;
    }

    /** What is said first where it is the gravest. */
    public String headline() {
      return headline;
    }

    /** What is said first of a run that goes on, before since when. */
    public String lately() {
      return lately;
    }

    /** The name that people use for it. */
    public String label() {
      return key().replace('_', ' ');
    }

    /** Its name in files. */
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }

    private static Kind of(Cause cause, Evidence evidence) {
      return switch (cause) {
        case NO_CONNECTION -> INTERRUPTED;
        case FAILURES -> FAILED;
        case HARNESS -> HARNESS_LIMITED;
        case NOTHING_TO_DO -> IDLE;
        case BUSY -> evidence.window().counts().done() == 0 ? UNANSWERED : SATURATED;
      };
    }
  }

  /**
   * The part that one cause explains.
   *
   * @param kind what the verdict would be if there were no other cause
   * @param iterations how many are missing because of it
   * @param ofDue which part of what was due that is, 0 to 1
   */
  public record Share(Kind kind, double iterations, double ofDue) {}

  /**
   * The evidence of a verdict.
   *
   * @param pacing what iterations were due by
   * @param window what was done; in a closed loop, what the rate allowed beyond what was due is
   *     {@link dev.sluice.core.stats.Counter#POSTPONED}
   * @param shortfall what was not
   * @param slack how many iterations may be missing at the end without meaning anything: those
   *     under way
   * @param interruption for how long connections were lost
   * @param errorsByCause what failed
   * @param cpu what the process used
   * @param hindrances what kept the harness itself from working
   */
  public record Evidence(
      Pacing pacing,
      Window window,
      Shortfall shortfall,
      double slack,
      Interruption interruption,
      Map<String, Long> errorsByCause,
      CpuUse cpu,
      List<Hindrance> hindrances) {

    double due() {
      return window.counts().due() + window.counts().get(Counter.POSTPONED) + shortfall.nobodys();
    }
  }

  public Verdict {
    shares = List.copyOf(shares);
  }

  /**
   * What is said first of a run that has ended.
   *
   * @param clean whether nothing failed in it
   * @param workloads the verdicts on its workloads
   */
  public static String headline(boolean clean, Set<Kind> workloads) {
    if (!clean) {
      return "Completed with faults";
    }
    Kind worst = worst(workloads);
    boolean inPart = worst == Kind.IDLE && workloads.contains(Kind.KEPT);
    return worst.headline() + (inPart ? " in part" : "");
  }

  /** The gravest of them. */
  public static Kind worst(Set<Kind> kinds) {
    return kinds.stream().max(Comparator.naturalOrder()).orElse(Kind.UNLIMITED);
  }

  /** Whether its explanation says more than its kind does. */
  public boolean saysMore() {
    return !explanation.equals(kind == Kind.UNLIMITED ? NO_TARGET : kind.label());
  }

  /** None, for a reason. */
  public static Verdict none(String why) {
    return new Verdict(Kind.UNLIMITED, why, List.of());
  }

  /** The same with a remark, which may be empty. */
  public Verdict with(String remark) {
    return remark.isEmpty() ? this : new Verdict(kind, explanation + "; " + remark, shares);
  }

  /** Judges a period of a run. */
  public static Verdict of(Evidence evidence) {
    if (evidence.due() == 0) {
      return none(unlimited(evidence));
    }
    Shortfall shortfall = evidence.shortfall();
    // what was dropped is missing for good, whatever may have been in flight
    double missing = Math.max(shortfall.total() - evidence.slack(), (double) shortfall.dropped());
    if (missing <= (1 - KEPT_RATIO) * evidence.due()) {
      return new Verdict(Kind.KEPT, kept(evidence), List.of());
    }
    List<Share> shares = shares(evidence);
    return new Verdict(shares.get(0).kind(), explanation(shares, evidence), shares);
  }

  private static List<Share> shares(Evidence evidence) {
    Shortfall judged = evidence.shortfall().less(evidence.slack());
    List<Share> shares = new ArrayList<>();
    for (Cause cause : Cause.values()) {
      double iterations = judged.of(cause);
      if (iterations > 0) {
        shares.add(new Share(Kind.of(cause, evidence), iterations, iterations / evidence.due()));
      }
    }
    if (judged.nobodys() > 0) {
      shares.add(
          new Share(Kind.AGENTS_MISSING, judged.nobodys(), judged.nobodys() / evidence.due()));
    }
    shares.sort(Comparator.comparingDouble(Share::iterations).reversed());
    return shares;
  }

  private static String explanation(List<Share> shares, Evidence evidence) {
    Share main = shares.get(0);
    StringBuilder text = new StringBuilder(main.kind().label()).append(": ");
    text.append(reason(main.kind(), evidence));
    text.append("; ").append(percent(main.ofDue())).append(" of the iterations due are missing");
    for (Share other : shares.subList(1, shares.size())) {
      if (other.ofDue() >= MIN_SHARE) {
        text.append("; ").append(other.kind().label());
        text.append(": ").append(percent(other.ofDue()));
        if (other.kind() == Kind.SATURATED) {
          text.append(unanswered(evidence.window().unfinished()));
        }
      }
    }
    return text.toString();
  }

  private static String reason(Kind kind, Evidence evidence) {
    Counts counts = evidence.window().counts();
    return switch (kind) {
      case INTERRUPTED -> interrupted(evidence.interruption());
      case FAILED -> failed(counts, evidence.errorsByCause());
      case IDLE ->
          counts.empty() == 0
              ? "workers waited for work that was not there"
              : "workers looked " + counts.empty() + " times when there was nothing to do";
      case HARNESS_LIMITED ->
          "the harness could not keep the schedule ("
              + hindrances(evidence.hindrances())
              + evidence(evidence)
              + "), so these figures say nothing about the broker";
      case SATURATED ->
          limit(evidence.pacing())
              + unanswered(evidence.window().unfinished())
              + work(evidence.window(), 0)
              + (" (" + evidence(evidence) + ")");
      case UNANSWERED -> "workers were in calls that were not answered, and nothing was done";
      case AGENTS_MISSING ->
          String.format(
              Locale.ROOT,
              "%.0f iterations of the plan are in no agent's figures",
              evidence.shortfall().nobodys());
      case UNLIMITED, KEPT -> throw new IllegalArgumentException("nothing is missing: " + kind);
    };
  }

  /** What looks the same while it lasts as a broker that is slow, and may be one that is gone. */
  private static String unanswered(Unfinished left) {
    return left.hasOldCall()
        ? String.format(
            Locale.ROOT,
            "; %,d iterations were in flight at the end, one of them for %.1f s",
            left.inFlight(),
            left.oldestCallNanos() / NANOS_PER_SECOND)
        : "";
  }

  private static String work(Window window, double least) {
    Latency work = window.get(LatencyKind.WORK);
    Latency whole = window.service();
    double share = work.meanNanos() * work.count() / (whole.meanNanos() * whole.count());
    return work.isEmpty() || share < least
        ? ""
        : "; " + percent(share) + " of their time was the work on messages that was asked for";
  }

  private static String interrupted(Interruption interruption) {
    return String.format(
        Locale.ROOT,
        "connections were lost for %.1f s of %.1f s (%d of %d workers)",
        interruption.lostNanos() / NANOS_PER_SECOND,
        interruption.ofNanos() / NANOS_PER_SECOND,
        interruption.workers(),
        interruption.ofWorkers());
  }

  private static String failed(Counts counts, Map<String, Long> errorsByCause) {
    List<String> parts = new ArrayList<>();
    addCount(parts, counts.failed(), "failed");
    addCount(parts, counts.inDoubt(), "are in doubt");
    addCount(parts, counts.rolledBack(), "were rolled back");
    addCount(parts, counts.dropped(Cause.FAILURES), "were dropped because of failures");
    String causes =
        errorsByCause.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .limit(ERRORS_TOLD)
            .map(error -> error.getValue() + " x " + error.getKey())
            .collect(Collectors.joining(", "));
    return "of all iterations "
        + String.join(", ", parts)
        + (causes.isEmpty() ? "" : " (" + causes + ")");
  }

  private static void addCount(List<String> parts, long count, String what) {
    if (count > 0) {
      parts.add(count + " " + what);
    }
  }

  private static String limit(Pacing pacing) {
    return switch (pacing) {
      case SCHEDULE ->
          "workers were busy when iterations were due, so the broker, the network, the client or"
              + " the number of workers is the limit";
      case THINK_TIME ->
          "iterations, with any connecting between them, took longer than the interval "
              + "between their starts, and think time does not make this up";
    };
  }

  private static String kept(Evidence evidence) {
    Counts counts = evidence.window().counts();
    double share = harnessShare(evidence.window());
    return "kept"
        + (counts.dropped() == 0 ? "" : butFor(counts.dropped(), evidence))
        + (share == 0 ? "" : "; " + harnessShareText(share));
  }

  private static String butFor(long dropped, Evidence evidence) {
    String causes =
        shares(evidence).stream()
            .map(each -> each.kind().label())
            .collect(Collectors.joining(", "));
    return String.format(Locale.ROOT, " but for %,d of %,.0f", dropped, evidence.due())
        + (causes.isEmpty() ? "" : " (" + causes + ")");
  }

  /**
   * The harness's share of latency: its own lateness over the latency from the intended start, both
   * as a mean of the same iterations; 0 to 1, and 0 below a lateness of 1 ms. It judges nothing.
   */
  public static double harnessShare(Window window) {
    Latency latency = window.latency();
    double own =
        latency.isEmpty() ? 0 : (double) window.counts().ownLatenessNanos() / latency.count();
    double share = Math.min(1, own / latency.meanNanos());
    return own < MIN_OWN_LATENESS_NANOS || share < MIN_SHARE ? 0 : share;
  }

  /** In words. */
  public static String harnessShareText(double share) {
    return percent(share) + " of the latency is the harness's own lateness";
  }

  private static String unlimited(Evidence evidence) {
    boolean harnessShort =
        evidence.cpu().isShort()
            || evidence.window().counts().meanWakeUpDelayNanos() > WAKE_UP_DELAY_LIMIT_NANOS;
    return harnessShort
        ? "no target; the harness itself was short of time (" + evidence(evidence) + ")"
        : evidence.window().asked() > 0
            ? "nothing fell due: the time was too short for the rate"
            : NO_TARGET + work(evidence.window(), MOSTLY_WORK);
  }

  private static String evidence(Evidence evidence) {
    return String.format(
        Locale.ROOT,
        "waits ended %.2f ms late on average, the process used %.2f of %d cores",
        evidence.window().counts().meanWakeUpDelayNanos() / 1e6,
        evidence.cpu().cores(),
        evidence.cpu().processors());
  }

  /**
   * The longest of them, each with its time; outputs last, because workers do not wait for them.
   */
  private static String hindrances(List<Hindrance> hindrances) {
    Comparator<Hindrance> order =
        Comparator.comparing((Hindrance each) -> each.kind() == Hindrance.Kind.BLOCKED_OUTPUT)
            .thenComparing(Comparator.comparingLong(Hindrance::nanos).reversed());
    return hindrances.stream()
        .filter(each -> each.kind() != Hindrance.Kind.CLOCK_STEP)
        .sorted(order)
        .limit(HINDRANCES_TOLD)
        .map(each -> each.cause() + " " + each.when() + ", ")
        .collect(Collectors.joining());
  }

  private static String percent(double part) {
    double percent = 100 * part;
    return String.format(
        Locale.ROOT, percent > 0 && percent < 9.95 ? "%.1f %%" : "%.0f %%", percent);
  }

  /**
   * For how long connections of a workload were lost.
   *
   * @param lostNanos while at least one of them was
   * @param ofNanos of so long a time
   * @param workers how many workers lost theirs
   * @param ofWorkers of this many
   */
  public record Interruption(long lostNanos, long ofNanos, int workers, int ofWorkers) {

    public static final Interruption NONE = new Interruption(0, 0, 0, 0);

    /** Both together, as of two processes at the same time. */
    public Interruption plus(Interruption other) {
      return new Interruption(
          Math.max(lostNanos, other.lostNanos),
          Math.max(ofNanos, other.ofNanos),
          workers + other.workers,
          ofWorkers + other.ofWorkers);
    }
  }
}
