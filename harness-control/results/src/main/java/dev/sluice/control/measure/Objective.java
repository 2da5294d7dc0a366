package dev.sluice.control.measure;

import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.ObjectiveResult.Judgement;
import dev.sluice.core.pacing.Cause;
import dev.sluice.core.result.Shortfall;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Window;
import dev.sluice.core.text.Figures;
import dev.sluice.core.text.Quantities;
import dev.sluice.estimates.Estimated;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A condition that a run must meet: {@code p99 < 20ms}, {@code achieved/target >= 0.999}.
 *
 * @param figure what it is about
 * @param limit what that is compared with; times in nanoseconds
 * @param written as it stands in the scenario
 * @param harnessShare latencies of which more than this is the harness's own decide nothing
 */
public record Objective(
    Subject figure, Comparison comparison, double limit, String written, double harnessShare) {

  /** The share of a latency that may be the harness's own, where nothing else is asked for. */
  public static final double HARNESS_SHARE = 0.5;

  private static final double NEAR = 0.1;
  private static final double MOST = 0.5;

  private static final Pattern FORM =
      Pattern.compile("\\s*([a-z][a-z0-9./-]*?)\\s*(<=|>=|==|<|>)\\s*(\\S+)\\s*");

  /** How a figure and a limit are compared. */
  @SuppressWarnings("ImmutableEnumChecker") // functions without a state
  public enum Comparison {
    LESS("<", (figure, limit) -> figure < limit),
    AT_MOST("<=", (figure, limit) -> figure <= limit),
    EQUAL("==", (figure, limit) -> figure.doubleValue() == limit),
    AT_LEAST(">=", (figure, limit) -> figure >= limit),
    MORE(">", (figure, limit) -> figure > limit);

    private final String sign;
    private final BiPredicate<Double, Double> holds;

    Comparison(String sign, BiPredicate<Double, Double> holds) {
      this.sign = sign;
      this.holds = holds;
    }

    boolean holds(double figure, double limit) {
      return holds.test(figure, limit);
    }

    /** Whether it does not hold for a figure, nor for any larger one. */
    boolean isOutgrown(double figure, double limit) {
      return this == LESS ? figure >= limit : figure > limit && !holds(figure, limit);
    }

    private static Comparison of(String sign) {
      return Stream.of(values()).filter(each -> each.sign.equals(sign)).findFirst().orElseThrow();
    }
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException if it is none; the message says what would be right
   */
  public static Objective parse(String text) {
    return parse(text, HARNESS_SHARE);
  }

  /** The same, with the share of a latency that may be the harness's own. */
  public static Objective parse(String text, double harnessShare) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "write it as 'p99 < 20ms', 'achieved/target >= 0.999' or 'lost == 0'");
    }
    Metric metric = Metric.parse(matcher.group(1));
    double limit =
        metric.isTime()
            ? Quantities.time(matcher.group(3)).toNanos()
            : Quantities.share(matcher.group(3));
    return new Objective(
        metric, Comparison.of(matcher.group(2)), limit, text.strip(), harnessShare);
  }

  /**
   * Whether the figures meet it; not if it was not measured. A miss that is mostly the harness's
   * own is not judged.
   *
   * @param where which window it is, may be empty
   */
  public ObjectiveResult judge(String where, String workload, Observations judged) {
    OptionalDouble found = figure.in(judged);
    if (found.isEmpty()) {
      return unmeasured(where, workload);
    }
    Judgement judgement = outcome(judged);
    double share = isLatency() ? Verdict.harnessShare(judged.window()) : 0;
    ObjectiveResult result =
        new ObjectiveResult(
            label(where, workload),
            judgement,
            figure.found(judged, found.getAsDouble())
                + certainty(judged).stream()
                    .filter(certain -> judgement != Judgement.NOT_JUDGED)
                    .mapToObj(certain -> ", " + Figures.certainty(certain))
                    .collect(Collectors.joining())
                + (share == 0 ? "" : "; " + Verdict.harnessShareText(share)));
    return judgement == Judgement.MISSED
        ? harnessPart(judged).map(result::notJudged).orElse(result)
        : result;
  }

  /**
   * What the harness itself did to figures that missed it, if that was most of it: then they say
   * little about the broker. A latency that is known is judged by its own lateness, and a rate that
   * would miss it with all of that, too, is judged.
   */
  private Optional<String> harnessPart(Observations missed) {
    boolean ofRate =
        figure instanceof Metric metric
            && (metric.isLatency()
                ? value(missed).stream().anyMatch(Double::isInfinite)
                : metric.isOfRate());
    Window window = missed.window();
    Shortfall missing = missed.missing().less(1 + window.inFlight());
    double own = missing.of(Cause.HARNESS);
    return ofRate
            && own > MOST * missing.total()
            && !isMissedBeyond(missed, own / Math.max(1, window.counts().due()))
        ? Optional.of(
            Verdict.Kind.HARNESS_LIMITED.label()
                + ": "
                + Figures.percent(own / missing.total())
                + " of the missing iterations")
        : Optional.empty();
  }

  /** Whether it is about a latency, which may not be longer than the limit. */
  boolean isUpperLimitOfLatency() {
    return isLatency() && (comparison == Comparison.LESS || comparison == Comparison.AT_MOST);
  }

  private boolean isLatency() {
    return figure instanceof Metric metric && metric.isLatency();
  }

  /**
   * The harness's own lateness only adds to a latency: an upper limit that is met with it is met. A
   * miss counts if it is one without it too.
   */
  private Judgement outcome(Observations judged) {
    boolean met = holds(judged);
    boolean sure =
        !isLatency()
            || harnessShare >= 1
            || figure.in(judged).isEmpty()
            || met == holds(judged.withoutOwnLateness(limit, harnessShare));
    return sure ? met ? Judgement.MET : Judgement.MISSED : Judgement.NOT_JUDGED;
  }

  /** The latencies among these of which most may be the harness's own lateness, in their order. */
  public static List<Metric> mostlyOwnLateness(List<Metric> figures, Observations judged) {
    return figures.stream().filter(each -> isMostlyOwnLateness(each, judged)).toList();
  }

  /** Whether it might be less than half without that. */
  private static boolean isMostlyOwnLateness(Metric latency, Observations judged) {
    OptionalDouble value = latency.in(judged);
    return latency.isLatency()
        && value.isPresent()
        && new Objective(
                    latency,
                    Comparison.LESS,
                    (1 - HARNESS_SHARE) * value.getAsDouble(),
                    "",
                    HARNESS_SHARE)
                .outcome(judged)
            == Judgement.NOT_JUDGED;
  }

  private boolean holds(Observations judged) {
    OptionalDouble value = figure.in(judged);
    return value.isPresent() && comparison.holds(value.getAsDouble(), limit);
  }

  /**
   * How certain the outcome is, from 0.5 on; empty if that is unknown: of a count, of a figure
   * without an error, or of one that unfinished work decides.
   */
  public OptionalDouble certainty(Observations judged) {
    return estimated(judged)
        .map(each -> each.certainty(limit))
        .filter(each -> !each.isNaN())
        .map(OptionalDouble::of)
        .orElseGet(OptionalDouble::empty);
  }

  private Optional<Estimated> estimated(Observations judged) {
    return figure instanceof Metric metric
            && comparison != Comparison.EQUAL
            && metric.in(judged).stream().anyMatch(value -> metric.isOfDone(judged, value))
        ? Optional.of(metric.in(judged.batches()))
        : Optional.empty();
  }

  /**
   * The outcome if it is that certain, else not judged. What has no error is met until it is
   * missed.
   *
   * @param needed from 0.5 to 1
   */
  public Judgement outcome(Observations judged, double needed) {
    Judgement found = outcome(judged);
    boolean hasError = figure instanceof Metric metric && metric.hasError();
    boolean certain =
        hasError
            ? estimated(judged).filter(each -> each.isCertain(limit, needed)).isPresent()
            : found == Judgement.MET;
    return certain ? found : Judgement.NOT_JUDGED;
  }

  /**
   * Whether it cannot be met any more, whatever comes. What can get better, such as a message that
   * is missing, is not given up.
   *
   * @param soFar all of the run up to now
   * @param rest what is due until its end, if that is known
   */
  public boolean isOutOfReach(Observations soFar, Optional<Remainder> rest) {
    if (!(figure instanceof Metric metric)) {
      return false;
    }
    if (metric.onlyGrows()) {
      OptionalDouble least = figure.in(soFar.withoutUnfinished());
      return least.isPresent() && comparison.isOutgrown(least.getAsDouble(), limit);
    }
    boolean latency = metric.isLatency() && !soFar.window().latency().isEmpty();
    boolean covered =
        latency
            ? comparison == Comparison.LESS || comparison == Comparison.AT_MOST
            : isLeastRate(metric);
    return covered
        && rest.map(each -> figure.in(each.best(soFar)))
            .filter(OptionalDouble::isPresent)
            .filter(best -> !comparison.holds(best.getAsDouble(), limit))
            .isPresent();
  }

  /** Whether a rate misses it even with all done that fell due in a part of the time. */
  public boolean isMissedBeyond(Observations judged, double partOfTime) {
    double all = figure.isRatio() ? 1 : judged.window().targetPerSecond();
    return figure instanceof Metric metric
        && isLeastRate(metric)
        && metric.in(judged).stream()
            .anyMatch(value -> !comparison.holds(value + partOfTime * all, limit));
  }

  private boolean isLeastRate(Metric metric) {
    return (metric.isRatio() || metric.equals(Metric.ACHIEVED))
        && (comparison == Comparison.MORE || comparison == Comparison.AT_LEAST);
  }

  /** Whether it is judged at the end alone. */
  public boolean isOfTheEnd() {
    return figure instanceof Metric metric && metric.isOfTheEnd();
  }

  /** Its figure; empty if it was not measured. */
  public OptionalDouble value(Observations judged) {
    return figure.in(judged);
  }

  /**
   * Whether a figure that meets it lies within 10 % of the {@linkplain #room room} to the limit.
   */
  public boolean isNear(double value) {
    return Math.abs(limit - value) < NEAR * room();
  }

  /**
   * What differences are small or large beside: the limit, or of a ratio what that leaves to 1,
   * because ratios lie close together there.
   */
  public double room() {
    return Math.abs(figure.isRatio() ? 1 - limit : limit);
  }

  /** That of a window of which nothing is known: it is missed. */
  public ObjectiveResult unmeasured(String where, String workload) {
    return new ObjectiveResult(label(where, workload), Judgement.MISSED, "was not measured");
  }

  private String label(String where, String workload) {
    return (where.isEmpty() ? "" : where + ": ")
        + (figure.isOfWorkload() ? workload + " " : "")
        + written;
  }
}
