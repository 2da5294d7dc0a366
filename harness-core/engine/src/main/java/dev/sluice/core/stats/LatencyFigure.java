package dev.sluice.core.stats;

import dev.sluice.estimates.Batches;
import dev.sluice.estimates.Batches.Times;
import dev.sluice.estimates.Estimated;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A figure of how long something took: its mean, a percentile or its maximum.
 *
 * @param kinds what took that long: the first of them that there is
 * @param label its name: {@code p99}, {@code latency p99}
 * @param reader reads it from a latency that is not empty
 * @param estimated takes it from batches; nothing if it has no error
 */
public record LatencyFigure(
    List<LatencyKind> kinds,
    String label,
    ToDoubleFunction<Latency> reader,
    Function<Times, Estimated> estimated)
    implements Figure {

  public static final LatencyFigure MEAN = shownFirst("mean", Latency::meanNanos, Times::mean);

  /** It is what it is: it has no error. */
  public static final LatencyFigure MAX =
      shownFirst("max", Latency::maxNanos, times -> Estimated.NOTHING);

  public static final LatencyFigure P50 = percentile(50);
  public static final LatencyFigure P99 = percentile(99);

  /** A percentile of the latency that is shown first. */
  public static LatencyFigure percentile(double percentile) {
    return shownFirst(
        Latency.word(percentile),
        latency -> latency.atPercentile(percentile),
        times -> times.percentile(percentile));
  }

  private static LatencyFigure shownFirst(
      String label, ToDoubleFunction<Latency> reader, Function<Times, Estimated> estimated) {
    return new LatencyFigure(LatencyKind.HEADLINE, label, reader, estimated);
  }

  /** The mean, some percentiles and the maximum, in this order. */
  public static List<LatencyFigure> withPercentiles(double... percentiles) {
    List<LatencyFigure> all = new ArrayList<>();
    all.add(MEAN);
    for (double percentile : percentiles) {
      all.add(percentile(percentile));
    }
    all.add(MAX);
    return List.copyOf(all);
  }

  /** The same of one kind. */
  public LatencyFigure of(LatencyKind kind) {
    return new LatencyFigure(List.of(kind), kind.label() + " " + label, reader, estimated);
  }

  @Override
  public String name() {
    return label.toUpperCase(Locale.ROOT).replace(' ', '_');
  }

  @Override
  public String column() {
    return Figure.super.column() + "_ms";
  }

  @Override
  public Unit unit() {
    return Unit.NANOS;
  }

  @Override
  public Number value(Window window) {
    return kinds.stream()
        .map(window::get)
        .filter(latency -> !latency.isEmpty())
        .findFirst()
        .map(this::in)
        .orElse(Double.NaN);
  }

  /** Its value of a latency; not a number if nothing was measured. */
  public double in(Latency latency) {
    return latency.isEmpty() ? Double.NaN : reader.applyAsDouble(latency);
  }

  @Override
  public Estimated in(Batches batches) {
    return in(batches.times(kinds));
  }

  /** The same of times, which are unpacked once for all figures. */
  public Estimated in(Times times) {
    return estimated.apply(times);
  }
}
