package dev.sluice.control.scenario.measure;

import dev.sluice.control.sink.console.Figures;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** What an objective can be about, as people write it. */
public enum Metric implements Figure {
  P50("p50", Unit.TIME),
  P90("p90", Unit.TIME),
  P95("p95", Unit.TIME),
  P99("p99", Unit.TIME),
  P99_9("p99.9", Unit.TIME),
  P99_99("p99.99", Unit.TIME),
  MAX("max", Unit.TIME),
  MEAN("mean", Unit.TIME),
  RECOVERY("recovery", Unit.TIME),
  ACHIEVED("achieved", Unit.NUMBER),
  RATIO("achieved/target", Unit.NUMBER),
  BACKLOG("backlog", Unit.NUMBER),
  GIVEN_UP("given-up", Unit.NUMBER),
  ERRORS("errors", Unit.NUMBER),
  IN_DOUBT("in-doubt", Unit.NUMBER),
  ROLLED_BACK("rolled-back", Unit.NUMBER),
  LOST("lost", Unit.NUMBER),
  DUPLICATES("duplicates", Unit.NUMBER),
  OUT_OF_ORDER("out-of-order", Unit.NUMBER),
  CORRUPT("corrupt", Unit.NUMBER);

  private final String word;
  private final Unit unit;

  Metric(String word, Unit unit) {
    this.word = word;
    this.unit = unit;
  }

  /** How it is written. */
  public String word() {
    return word;
  }

  /** Whether its values are times, in nanoseconds. */
  public boolean isTime() {
    return unit == Unit.TIME;
  }

  @Override
  public OptionalDouble in(Window stretch) {
    return stretch.figure(this);
  }

  @Override
  public String show(double value) {
    if (isTime()) {
      return Figures.latency(Math.round(value));
    }
    if (this == RATIO) {
      return Figures.ratio(value);
    }
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%,.1f", value);
  }

  static Optional<Metric> of(String word) {
    return Arrays.stream(values()).filter(metric -> metric.word.equals(word)).findFirst();
  }

  /** All words. */
  public static List<String> words() {
    return Arrays.stream(values()).map(Metric::word).toList();
  }

  private enum Unit {
    TIME,
    NUMBER
  }
}
