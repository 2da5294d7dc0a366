package dev.sluice.control.sink.page;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values of variables as numbers: {@code 16}, {@code 2KiB}, {@code 500ms}, {@code 1.5%}. Pure. */
final class Quantity {

  private static final Pattern FORM = Pattern.compile("(-?\\d+(?:\\.\\d+)?) ?([A-Za-z%]*)");

  /** The quantity that a unit measures, and how much of it. */
  private record ScaledUnit(String of, double factor) {}

  private static final Map<String, ScaledUnit> UNITS =
      Map.ofEntries(
          Map.entry("", new ScaledUnit("", 1)),
          Map.entry("B", new ScaledUnit("bytes", 1)),
          Map.entry("kB", new ScaledUnit("bytes", 1e3)),
          Map.entry("KB", new ScaledUnit("bytes", 1e3)),
          Map.entry("MB", new ScaledUnit("bytes", 1e6)),
          Map.entry("GB", new ScaledUnit("bytes", 1e9)),
          Map.entry("KiB", new ScaledUnit("bytes", 1 << 10)),
          Map.entry("MiB", new ScaledUnit("bytes", 1 << 20)),
          Map.entry("GiB", new ScaledUnit("bytes", 1 << 30)),
          Map.entry("us", new ScaledUnit("time", 1e-6)),
          Map.entry("ms", new ScaledUnit("time", 1e-3)),
          Map.entry("s", new ScaledUnit("time", 1)),
          Map.entry("m", new ScaledUnit("time", 60)),
          Map.entry("h", new ScaledUnit("time", 3600)),
          Map.entry("%", new ScaledUnit("share", 0.01)));

  private Quantity() {}

  /** Whether all of them are measures of the same. */
  static boolean areAlike(Collection<String> values) {
    return values.stream().map(Quantity::measured).distinct().count() == 1
        && values.stream().allMatch(value -> measured(value).isPresent());
  }

  /** The value in the base unit of what it measures. */
  static double of(String value) {
    Matcher form = FORM.matcher(value);
    if (!form.matches() || !UNITS.containsKey(form.group(2))) {
      throw new IllegalArgumentException("'" + value + "' is not a quantity");
    }
    return Double.parseDouble(form.group(1)) * UNITS.get(form.group(2)).factor();
  }

  /** The quantity that it measures. */
  private static Optional<String> measured(String value) {
    Matcher form = FORM.matcher(value);
    return form.matches()
        ? Optional.ofNullable(UNITS.get(form.group(2))).map(ScaledUnit::of)
        : Optional.empty();
  }
}
