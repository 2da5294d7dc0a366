package dev.sluice.control.measure;

import dev.sluice.control.format.Csv;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Reach;
import dev.sluice.core.text.Figures;
import dev.sluice.core.text.NearestWord;
import dev.sluice.estimates.Batches;
import dev.sluice.estimates.Batches.Times;
import dev.sluice.estimates.Estimated;
import dev.sluice.estimates.Interval;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The subjects of objectives, as people write them.
 *
 * @param word how it is written
 * @param column what its column of a table is called, with the unit there; not every table has it
 * @param unit of its values
 * @param reader how it is taken
 * @param estimated how it is taken from batches of what was done, and from their latency that is
 *     shown first; empty if it has no error
 */
public record Metric(
    String word,
    String column,
    Unit unit,
    Function<Judged, OptionalDouble> reader,
    Optional<BiFunction<Batches, Times, Estimated>> estimated)
    implements Figure {

  /** The rate that was achieved. */
  public static final Metric ACHIEVED =
      new Metric(
          "achieved",
          "achieved_per_second",
          Unit.NUMBER,
          judged -> OptionalDouble.of(judged.window().achievedPerSecond()),
          Optional.of((batches, headline) -> batches.achieved()));

  private static final Set<String> MAY_FALL =
      Set.of(ACHIEVED.word, "backlog", DeliveryFigure.LOST.word());

  private static final Set<String> OF_RATE =
      Set.of(ACHIEVED.word, "achieved/target", "backlog", Counter.DROPPED.word());

  private static final double[] PERCENTILES = {50, 90, 95, 99, 99.9, 99.99};

  /** All of them. */
  public static final List<Metric> ALL = all();

  /** Units of values. */
  public enum Unit {
    /** Nanoseconds, from when something was due. */
    LATENCY,
    /** Nanoseconds. */
    TIME,
    RATIO,
    NUMBER
  }

  private static List<Metric> all() {
    List<Metric> all = new ArrayList<>();
    for (double percentile : PERCENTILES) {
      all.add(percentile(percentile));
    }
    all.add(latency("max", due -> due.atPercentile(100), Optional.empty()));
    all.add(
        latency("mean", AllDue::meanNanos, Optional.of((batches, headline) -> headline.mean())));
    all.add(
        new Metric("recovery", "recovery_ms", Unit.TIME, Judged::recoveryNanos, Optional.empty()));
    all.add(ACHIEVED);
    all.add(
        new Metric(
            "achieved/target",
            "ratio",
            Unit.RATIO,
            Judged::ratio,
            Optional.of((batches, headline) -> batches.ratio())));
    all.add(number("backlog", "backlog", judged -> OptionalDouble.of(judged.backlog())));
    for (Counter counter : Counter.reaching(Reach.LINES, Counter.DROPPED, Counter.ERRORS)) {
      if (counter == Counter.ERRORS || counter.unit() == dev.sluice.core.stats.Unit.ITERATIONS) {
        all.add(counter(counter));
      }
    }
    all.add(delivery(DeliveryFigure.LOST, DeliveryCounts::missing));
    DeliveryFigure.startingWith(DeliveryFigure.DUPLICATES, DeliveryFigure.OUT_OF_ORDER).stream()
        .filter(Metric::isAskedFor)
        .forEach(figure -> all.add(delivery(figure, counts -> counts.get(figure))));
    return List.copyOf(all);
  }

  /** A percentile of the latency. */
  public static Metric percentile(double percentile) {
    return latency(
        Latency.word(percentile),
        due -> due.atPercentile(percentile),
        Optional.of((batches, headline) -> headline.percentile(percentile)));
  }

  private static Metric number(
      String word, String column, Function<Judged, OptionalDouble> reader) {
    return new Metric(word, column, Unit.NUMBER, reader, Optional.empty());
  }

  private static Metric latency(
      String word,
      ToDoubleFunction<AllDue> reader,
      Optional<BiFunction<Batches, Times, Estimated>> estimated) {
    return new Metric(
        word,
        word.replace('.', '_') + "_ms",
        Unit.LATENCY,
        judged ->
            judged.latency().isNothing()
                ? OptionalDouble.empty()
                : OptionalDouble.of(reader.applyAsDouble(judged.latency())),
        estimated);
  }

  private static Metric counter(Counter counter) {
    return number(
        counter.word(),
        counter.column(),
        judged -> OptionalDouble.of((double) judged.count(counter)));
  }

  /** Faults, and their order; what did not arrive is among the lost. */
  private static boolean isAskedFor(DeliveryFigure figure) {
    return figure == DeliveryFigure.OUT_OF_ORDER
        || (figure.kind() == DeliveryFigure.Kind.FAULT
            && figure != DeliveryFigure.LOST
            && figure.knownWhileRunning());
  }

  /** Not measured where nothing is checked. */
  private static Metric delivery(DeliveryFigure figure, ToLongFunction<DeliveryCounts> count) {
    return number(
        figure.word(),
        figure.column(),
        judged ->
            judged.delivery().isPresent()
                ? OptionalDouble.of((double) count.applyAsLong(judged.delivery().get()))
                : OptionalDouble.empty());
  }

  @Override
  public boolean isTime() {
    return unit == Unit.LATENCY || unit == Unit.TIME;
  }

  @Override
  public boolean isRatio() {
    return unit == Unit.RATIO;
  }

  /** Whether it counts what is not undone; what is missing may still arrive, or be made up. */
  boolean onlyGrows() {
    return unit == Unit.NUMBER && !MAY_FALL.contains(word);
  }

  /** Whether it gets worse by each iteration that is missing. */
  boolean isOfRate() {
    return OF_RATE.contains(word);
  }

  /** Whether it means something only at the end: what has not been seen yet may be on its way. */
  boolean isOfTheEnd() {
    return word.equals(DeliveryFigure.LOST.word());
  }

  /** Whether part of it may be the harness's own lateness. */
  boolean isLatency() {
    return unit == Unit.LATENCY;
  }

  @Override
  public OptionalDouble in(Judged judged) {
    return reader.apply(judged);
  }

  /** Its column for something that is said of it, with the unit at the end. */
  public String column(String said) {
    String stem = word.replace('.', '_');
    return stem + "_" + said + column.substring(stem.length());
  }

  /** A value in a table, in the unit of its column; null if there is none. */
  public BigDecimal cell(double value) {
    return isTime() ? Csv.millis(value) : Csv.number(value);
  }

  /** Those of which the error is known, by their words. */
  public static Map<String, Interval> known(Batches batches) {
    Map<String, Interval> known = new LinkedHashMap<>();
    Times headline = batches.times(LatencyKind.HEADLINE); // unpacked once for all
    for (Metric metric : ALL) {
      Interval interval = metric.in(batches, headline).interval();
      if (interval.known()) {
        known.put(metric.word, interval);
      }
    }
    return known;
  }

  /** What batches say of it, with its error; nothing if it has none. */
  public Estimated in(Batches batches) {
    return in(batches, batches.times(LatencyKind.HEADLINE));
  }

  private Estimated in(Batches batches, Times headline) {
    return estimated.map(each -> each.apply(batches, headline)).orElse(Estimated.NOTHING);
  }

  @Override
  public String found(Judged judged, double value) {
    double ofDone = in(judged.done()).orElse(0);
    if (isLatency()) {
      return judged.latency().text(value, ofDone);
    }
    return (value == ofDone ? "" : "at least ")
        + show(value)
        + (value == ofDone ? "" : " (" + judged.latency().notDone() + ")");
  }

  /** Whether nothing that is unfinished changes what people read. */
  boolean isOfDone(Judged judged, double value) {
    return show(value).equals(found(judged, value));
  }

  @Override
  public String show(double value) {
    return switch (unit) {
      case LATENCY, TIME -> Figures.latency(Math.round(value));
      case RATIO -> Figures.ratio(value);
      case NUMBER -> Figures.text(value == Math.rint(value) ? "%,.0f" : "%,.1f", value);
    };
  }

  /** Whether it has an error: counts and maxima are what they are. */
  public boolean hasError() {
    return estimated.isPresent();
  }

  /**
   * The one that is written so.
   *
   * @throws IllegalArgumentException if there is none; the message says what would be right
   */
  static Metric parse(String word) {
    return of(word)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    NearestWord.of(word, words())
                        .map(nearest -> "did you mean '" + nearest + "'?")
                        .orElse(
                            "'"
                                + word
                                + "' is not a figure; use one of "
                                + String.join(", ", words()))));
  }

  /** The one that is written so. */
  public static Optional<Metric> of(String word) {
    return ALL.stream().filter(metric -> metric.word.equals(word)).findFirst();
  }

  /** All words. */
  public static List<String> words() {
    return ALL.stream().map(Metric::word).toList();
  }
}
