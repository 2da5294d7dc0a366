package dev.sluice.control.analysis.compare;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.Json;
import dev.sluice.control.measure.Metric;
import dev.sluice.control.measure.Objective;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Decision;
import dev.sluice.estimates.Estimate;
import dev.sluice.estimates.Interval;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * One figure of one workload or step, on the side of the baseline and on another.
 *
 * @param subject the workload, or the step
 * @param metric the figure
 * @param side the name of the other side
 * @param before the geometric mean of the baseline's runs: milliseconds, or a rate per second
 * @param after that of the other side's runs
 * @param change the difference of the logarithms, with its standard error
 * @param share the change as a share, with the interval that decides
 * @param usual how far two single runs of this plan often lie apart, as a share; empty if no other
 *     runs tell
 * @param verdict what it means
 */
public record Difference(
    String subject,
    Metric metric,
    String side,
    double before,
    double after,
    Estimate change,
    Interval share,
    OptionalDouble usual,
    Significance verdict) {

  /** The chance of a wrong verdict on any figure that comparisons and gates accept. */
  public static final double ERROR_LEVEL = 0.005;

  /** Per cent in 1. */
  public static final double PERCENT = 100;

  /** Percentiles come in steps of a histogram with two digits, so runs look too much alike. */
  private static final double RESOLUTION = 0.008 / Math.sqrt(12);

  /** With fewer pairs, what pairing loses in degrees of freedom is more than it gains. */
  private static final int MIN_PAIRS = 5;

  private static final double TENFOLD = 9;

  private static final int MIN_TO_TELL = 3;

  /** The meaning of a difference. */
  public enum Significance {
    /** The whole interval is within what does not matter. */
    EQUAL,
    BETTER,
    WORSE,
    /** Runs lie too far apart, or there are too few. */
    CANNOT_TELL,
    /** A side has one run, or has not measured it. */
    NOT_CONFIRMED,
    /** A latency of which more than {@link Objective#HARNESS_SHARE} may be the harness's own. */
    NOT_JUDGED;

    String label() {
      return this == NOT_JUDGED
          ? "not judged: most of it may be the harness's own lateness"
          : name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /**
   * What differs, without a verdict but that the harness forbids one.
   *
   * @param others more runs, of which those of the same plan tell how far runs lie apart
   */
  static Difference of(
      String subject,
      Metric metric,
      String side,
      List<RunFigures> a,
      List<RunFigures> b,
      List<RunFigures> others) {
    double[] before = RunFigures.logs(a, subject, metric);
    double[] after = RunFigures.logs(b, subject, metric);
    Estimate first = Estimate.ofSamples(before);
    Estimate second = Estimate.ofSamples(after);
    boolean paired = before.length == a.size() && after.length == b.size() && alternate(a, b);
    Estimate exact =
        paired
            ? Estimate.ofPairs(
                RunFigures.logs(inTime(a), subject, metric),
                RunFigures.logs(inTime(b), subject, metric))
            : second.minus(first);
    Estimate change =
        new Estimate(
            exact.value(),
            Math.hypot(
                exact.standardError(),
                RESOLUTION * Math.sqrt(1.0 / before.length + 1.0 / after.length)),
            exact.freedom());
    boolean harness =
        RunFigures.isHarness(Stream.of(a, b).flatMap(List::stream).toList(), subject, metric);
    return new Difference(
        subject,
        metric,
        side,
        Math.exp(first.value()),
        Math.exp(second.value()),
        change,
        Interval.unknown(Math.expm1(change.value()), 1),
        usual(subject, metric, change, others),
        harness ? Significance.NOT_JUDGED : Significance.NOT_CONFIRMED);
  }

  private static List<RunFigures> inTime(List<RunFigures> runs) {
    return runs.stream().sorted(Comparator.comparing(RunFigures::created)).toList();
  }

  /** Whether the runs took turns, A B B A or A B A B: then each has a neighbour to pair with. */
  private static boolean alternate(List<RunFigures> a, List<RunFigures> b) {
    List<RunFigures> all = new ArrayList<>(a);
    all.addAll(b);
    List<Instant> times = inTime(all).stream().map(RunFigures::created).toList();
    List<Instant> ofA = a.stream().map(RunFigures::created).toList();
    boolean turns = a.size() == b.size() && a.size() >= MIN_PAIRS;
    for (int i = 0; turns && i < times.size(); i += 2) {
      turns =
          times.get(i).isBefore(times.get(i + 1))
              && ofA.contains(times.get(i)) != ofA.contains(times.get(i + 1));
    }
    return turns;
  }

  private static OptionalDouble usual(
      String subject, Metric metric, Estimate change, List<RunFigures> others) {
    Estimate mean = Estimate.ofSamples(RunFigures.logs(others, subject, metric));
    double n = mean.freedom() + 1;
    return n < MIN_TO_TELL || change.freedom() > 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            Math.expm1(
                new Estimate(0, mean.standardError() * Math.sqrt(2 * n), mean.freedom())
                    .interval(0.95)
                    .error()));
  }

  /** Whether it can be judged. */
  boolean known() {
    return verdict != Significance.NOT_JUDGED && change.interval(0.5).known();
  }

  /**
   * With a verdict, if it can have one.
   *
   * @param margin a change up to this does not matter, as a share
   * @param level the confidence of its interval
   */
  Difference judged(double margin, double level) {
    if (!known()) {
      return this;
    }
    Interval interval = change.interval(level).asShare();
    Decision decision = Decision.of(interval, margin, !metric.isTime());
    return new Difference(
        subject,
        metric,
        side,
        before,
        after,
        change,
        interval,
        usual,
        Significance.valueOf(decision.name()));
  }

  /** The figure with its unit, for people. */
  public static String text(Metric metric, double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return metric.isTime()
        ? Figures.latency(Math.round(value * NANOS_PER_MILLI))
        : Figures.rate(value);
  }

  /** The name of the figure, for people. */
  public static String name(Metric metric) {
    return metric.word() + (metric.isTime() ? "" : "/s");
  }

  /** A share in percent, to a thousandth: binary fractions are not shown. */
  public static BigDecimal inPercent(double share) {
    return Csv.number(share * PERCENT);
  }

  /** A share in percent with its sign. */
  public static String percent(double share) {
    return Double.isFinite(share) ? Figures.text("%+.1f %%", share * PERCENT) : "-";
  }

  /** From where to where the change lies; a tenfold change in reach says that nothing is known. */
  public static String range(Interval share) {
    if (share.high() > TENFOLD) {
      return "not within tenfold";
    }
    return share.known()
        ? Figures.text("%+.1f to ", share.low() * PERCENT) + percent(share.high())
        : "-";
  }

  /** The unit of the figure, for programs. */
  public static String unit(Metric metric) {
    return metric.isTime() ? "ms" : "/s";
  }

  /** A share and where it lies, in percent. */
  public static Json percents(Interval share) {
    return new Json()
        .put("percent", number(share.value() * PERCENT))
        .put("lowPercent", number(share.low() * PERCENT))
        .put("highPercent", number(share.high() * PERCENT));
  }

  /** Null for what is not a number, because JSON cannot write it. */
  public static Double number(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
