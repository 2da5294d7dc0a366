package dev.sluice.control.measure;

import dev.sluice.control.format.Csv;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.stats.Gauge;
import dev.sluice.core.stats.LatencyFigure;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Reach;
import dev.sluice.core.stats.Term;
import dev.sluice.core.stats.Unit;
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
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The subjects of objectives, as people write them.
 *
 * @param word how it is written
 * @param column what its column of a table is called, with the unit there; not every table has it
 * @param scale of its values
 * @param reader how it is taken
 * @param estimated how it is taken from batches of what was done, and from their latency that is
 *     shown first; empty if it has no error
 */
public record Metric(
    String word,
    String column,
    Scale scale,
    Function<Observations, OptionalDouble> reader,
    Optional<BiFunction<Batches, Times, Estimated>> estimated)
    implements Subject {

  /** The rate that was achieved. */
  public static final Metric ACHIEVED =
      new Metric(
          Gauge.ACHIEVED.word(),
          Gauge.ACHIEVED.metric(),
          Scale.NUMBER,
          judged -> OptionalDouble.of(Gauge.ACHIEVED.in(judged.window())),
          Optional.of((batches, headline) -> Gauge.ACHIEVED.in(batches)));

  private static final Set<String> MAY_FALL =
      Stream.concat(
              Stream.of("backlog", DeliveryFigure.LOST.word()),
              Stream.of(Gauge.values()).map(Gauge::word))
          .collect(Collectors.toUnmodifiableSet());

  private static final Set<String> OF_RATE =
      Set.of(ACHIEVED.word, "achieved/target", "backlog", Counter.DROPPED.word());

  private static final double[] PERCENTILES = {50, 90, 95, 99, 99.9, 99.99};

  /** All of them. */
  public static final List<Metric> ALL = all();

  /** How values are counted and shown. */
  public enum Scale {
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
    all.add(latency(LatencyFigure.MAX, due -> due.atPercentile(100)));
    all.add(latency(LatencyFigure.MEAN, AllDue::meanNanos));
    all.add(
        new Metric(
            "recovery", "recovery_ms", Scale.TIME, Observations::recoveryNanos, Optional.empty()));
    all.add(ACHIEVED);
    all.add(
        new Metric(
            "achieved/target",
            "ratio",
            Scale.RATIO,
            Observations::ratio,
            Optional.of((batches, headline) -> batches.ratio())));
    all.add(number(() -> "BACKLOG", judged -> OptionalDouble.of(judged.backlog())));
    for (Counter counter : Counter.reaching(Reach.LINES, Counter.DROPPED, Counter.ERRORS)) {
      if (counter == Counter.ERRORS || counter.unit() == Unit.ITERATIONS) {
        all.add(counter(counter));
      }
    }
    all.add(delivery(DeliveryFigure.LOST, DeliveryCounts::missing));
    DeliveryFigure.startingWith(DeliveryFigure.DUPLICATES, DeliveryFigure.OUT_OF_ORDER).stream()
        .filter(Metric::isAskedFor)
        .forEach(figure -> all.add(delivery(figure, counts -> counts.get(figure))));
    Gauge.reaching(Reach.LINES).forEach(gauge -> all.add(gauge(gauge)));
    return List.copyOf(all);
  }

  /** A percentile of the latency. */
  public static Metric percentile(double percentile) {
    return latency(LatencyFigure.percentile(percentile), due -> due.atPercentile(percentile));
  }

  private static Metric number(Term term, Function<Observations, OptionalDouble> reader) {
    return new Metric(term.word(), term.column(), Scale.NUMBER, reader, Optional.empty());
  }

  private static Metric latency(LatencyFigure figure, ToDoubleFunction<AllDue> reader) {
    return new Metric(
        figure.word(),
        figure.column().replace('.', '_'),
        Scale.LATENCY,
        judged ->
            judged.latency().isNothing()
                ? OptionalDouble.empty()
                : OptionalDouble.of(reader.applyAsDouble(judged.latency())),
        figure.equals(LatencyFigure.MAX)
            ? Optional.empty()
            : Optional.of((batches, headline) -> figure.in(headline)));
  }

  private static Metric counter(Counter counter) {
    return number(counter, judged -> OptionalDouble.of((double) judged.count(counter)));
  }

  private static Metric gauge(Gauge gauge) {
    return new Metric(
        gauge.word(),
        gauge.column(),
        gauge.unit() == Unit.NANOS ? Scale.TIME : Scale.NUMBER,
        judged -> DoubleStream.of(gauge.in(judged.window())).filter(Double::isFinite).findFirst(),
        Optional.empty());
  }

  /** Faults, and their order; what did not arrive is among the lost. */
  private static boolean isAskedFor(DeliveryFigure figure) {
    return figure == DeliveryFigure.OUT_OF_ORDER
        || (figure.severity() == DeliveryFigure.Severity.FAULT
            && figure != DeliveryFigure.LOST
            && figure.knownWhileRunning());
  }

  /** Not measured where nothing is checked. */
  private static Metric delivery(DeliveryFigure figure, ToLongFunction<DeliveryCounts> count) {
    return number(
        figure,
        judged ->
            judged.delivery().isPresent()
                ? OptionalDouble.of((double) count.applyAsLong(judged.delivery().get()))
                : OptionalDouble.empty());
  }

  @Override
  public boolean isTime() {
    return scale == Scale.LATENCY || scale == Scale.TIME;
  }

  @Override
  public boolean isRatio() {
    return scale == Scale.RATIO;
  }

  /** Whether it counts what is not undone; what is missing may still arrive, or be made up. */
  boolean onlyGrows() {
    return scale == Scale.NUMBER && !MAY_FALL.contains(word);
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
    return scale == Scale.LATENCY;
  }

  @Override
  public OptionalDouble in(Observations judged) {
    return reader.apply(judged);
  }

  /** Its column for something that is said of it, with the unit at the end. */
  public String column(String said) {
    return Csv.column(word.replace('.', '_'), column, said);
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
  public String found(Observations judged, double value) {
    double ofDone = in(judged.done()).orElse(0);
    if (isLatency()) {
      return judged.latency().text(value, ofDone);
    }
    return (value == ofDone ? "" : "at least ")
        + show(value)
        + (value == ofDone ? "" : " (" + judged.latency().notDone() + ")");
  }

  /** Whether nothing that is unfinished changes what people read. */
  boolean isOfDone(Observations judged, double value) {
    return show(value).equals(found(judged, value));
  }

  @Override
  public String show(double value) {
    return switch (scale) {
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
