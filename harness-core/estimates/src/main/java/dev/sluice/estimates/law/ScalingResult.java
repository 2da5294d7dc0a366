package dev.sluice.estimates.law;

import dev.sluice.estimates.Interval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The laws that a sweep may follow as it scales.
 *
 * @param points of the sweep
 * @param laws the one that fits; with contention beside it if it is linear, which says what loss
 *     the errors hide; or two that the errors do not tell apart; none of too few points
 * @param capacities of 1 unit to twice those of the last point, ascending, whatever the law; none
 *     of too few points
 */
public record ScalingResult(List<Point> points, List<FittedLaw> laws, List<Capacity> capacities) {

  /** A loss at the last point that may hide in the errors of something linear. */
  private static final double MOST_HIDDEN = 0.5;

  /** The share of its processors from which on a host may be why a curve bends. */
  private static final double BUSY = 0.9;

  /**
   * A law with its intervals.
   *
   * @param perUnit the rate each
   * @param shape the law's other parameters: sigma and kappa, or a knee and the slope left
   * @param growth how many times the rate of the first point the last one has
   * @param beyond the same at twice the last point, where nothing was measured
   */
  public record FittedLaw(
      Law law, Interval perUnit, List<Interval> shape, Interval growth, Interval beyond) {}

  public ScalingResult {
    points = List.copyOf(points);
    laws = List.copyOf(laws);
    capacities = List.copyOf(capacities);
  }

  /** The law; empty if the points do not tell. */
  public Optional<Law> law() {
    return laws.isEmpty() || hides() || either() ? Optional.empty() : Optional.of(laws.get(0).law);
  }

  private boolean isLinear() {
    return laws.get(0).law == Law.LINEAR;
  }

  private boolean either() {
    return laws.size() > 1 && !isLinear();
  }

  private boolean hides() {
    return isLinear() && hidden() > MOST_HIDDEN;
  }

  /** How much less than in proportion the last point may have, as a share. */
  private double hidden() {
    return Math.max(0, 1 - laws.get(1).growth.low() * points.get(0).x() / last());
  }

  private double last() {
    return points.get(points.size() - 1).x();
  }

  /** The answer for a person. */
  public String sentence() {
    if (laws.isEmpty()) {
      return "cannot tell how it scales: %d points, it takes %d"
          .formatted(points.size(), Scaling.FEWEST_POINTS);
    }
    if (hides()) {
      return "cannot tell how it scales: the errors would hide a loss of %s %% at %s"
          .formatted(figure(100 * hidden()), figure(last()));
    }
    String found =
        isLinear()
            ? "linear within the error up to %s: %s (a loss of %s %% there would not show)"
                .formatted(figure(last()), each(laws.get(0)), figure(100 * hidden()))
            : laws.stream().map(this::text).collect(Collectors.joining("; or "));
    return found + (either() ? "; the errors do not tell which" : "") + busy();
  }

  private String text(FittedLaw fitted) {
    List<Interval> shape = fitted.shape;
    return switch (fitted.law) {
      case LINEAR -> throw new IllegalStateException("it has no shape");
      case FLAT -> "linear up to " + figure(shape.get(0)) + ", then flat: " + each(fitted);
      case BROKEN ->
          "linear up to %s, then %s of that slope: %s"
              .formatted(figure(shape.get(0)), figure(shape.get(1)), each(fitted));
      case CONTENTION -> "contention sigma " + figure(shape.get(0)) + times(fitted);
      case UNIVERSAL ->
          "contention sigma %s, coherence kappa %s%s"
              .formatted(figure(shape.get(0)), figure(shape.get(1)), times(fitted));
    };
  }

  private static String each(FittedLaw fitted) {
    return "%s/s each +/- %s %%"
        .formatted(figure(fitted.perUnit.value()), figure(100 * fitted.perUnit.relativeError()));
  }

  private String times(FittedLaw fitted) {
    boolean bounded = fitted.beyond.low() > 0 && Double.isFinite(fitted.beyond.high());
    return ": %s gives %s times the rate of %s"
            .formatted(figure(last()), figure(fitted.growth.value()), figure(points.get(0).x()))
        + (bounded
            ? "; beyond the points, %s would give %s"
                .formatted(figure(2 * last()), figure(fitted.beyond))
            : "");
  }

  /** Hosts that may be why it bends. */
  private String busy() {
    Map<String, DoubleSummaryStatistics> shares = new TreeMap<>();
    Map<String, Double> since = new TreeMap<>();
    for (Point point : points) {
      point
          .processors()
          .forEach(
              (host, share) -> {
                if (share > BUSY) {
                  since.putIfAbsent(host, point.x());
                  shares
                      .computeIfAbsent(host, any -> new DoubleSummaryStatistics())
                      .accept(100 * share);
                }
              });
    }
    return shares.entrySet().stream()
        .map(
            host ->
                "; %s has %.0f to %.0f %% of its processors busy from %s on"
                    .formatted(
                        host.getKey(),
                        host.getValue().getMin(),
                        host.getValue().getMax(),
                        figure(since.get(host.getKey()))))
        .collect(Collectors.joining());
  }

  private static String figure(Interval interval) {
    return "%s (%s to %s)"
        .formatted(figure(interval.value()), figure(interval.low()), figure(interval.high()));
  }

  /** Whole from 100 on, with two digits below. */
  private static String figure(double value) {
    if (Math.abs(value) >= 100 || value == Math.rint(value)) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    return Double.isFinite(value)
        ? new BigDecimal(value).round(new MathContext(2)).stripTrailingZeros().toPlainString()
        : "unknown";
  }
}
