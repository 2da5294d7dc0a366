package dev.sluice.control.sink.page;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.Json;
import dev.sluice.control.measure.Findings;
import dev.sluice.control.measure.Metric;
import dev.sluice.control.measure.StepRow;
import dev.sluice.estimates.Estimate;
import dev.sluice.estimates.Estimated;
import dev.sluice.estimates.Interval;
import dev.sluice.estimates.law.Peak;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The curves that a table of steps makes: figures against one variable of its loops, a curve for
 * each value of the others. Steps that differ in nothing but the round of a {@code repeat} are one
 * point. Pure functions.
 */
final class SweepCurves {

  private static final String WORKLOAD = "workload";

  /** Ranges of values wider than this are drawn by their logarithm. */
  private static final double WIDE = 12;

  private final List<List<String>> rows;
  private final List<String> header;
  private final List<String> varying;
  private final List<String> loops; // those that vary, but for rounds

  private SweepCurves(List<List<String>> table, List<String> variables) {
    this.header = table.get(0);
    List<String> known = variables.stream().filter(header::contains).toList();
    this.rows =
        table.stream()
            .skip(1)
            .filter(row -> known.stream().anyMatch(name -> !cell(row, name).isEmpty()))
            .toList();
    this.varying = known.stream().filter(name -> values(name).size() > 1).toList();
    this.loops = varying.stream().filter(name -> !name.equals(StepRow.ROUND)).toList();
  }

  /**
   * The ways to draw a table, one for each variable that varies, the best one first; none if no
   * variable does.
   *
   * @param table the header and the rows of {@code steps.csv}
   * @param variables the columns of variables, outermost first
   */
  static List<Json> of(List<List<String>> table, List<String> variables) {
    if (table.size() < 2) {
      return List.of();
    }
    SweepCurves curves = new SweepCurves(table, variables);
    Set<String> across = new LinkedHashSet<>();
    curves.best().ifPresent(across::add);
    across.addAll(curves.loops);
    SweepCurves peaks = curves.peaks(table.get(0));
    return across.stream()
        .map(
            name -> {
              Json way = curves.against(name, table);
              return peaks.varying.contains(name)
                  ? way.put("peaks", peaks.curvesAgainst(name, table))
                  : way;
            })
        .toList();
  }

  /** The highest row of each run that has a curve, by what tells such runs apart. */
  private SweepCurves peaks(List<String> header) {
    Collection<List<List<String>>> runs =
        rows.stream()
            .filter(row -> number(row, "target_per_second") == 0)
            .collect(
                Collectors.groupingBy(
                    row -> cell(row, "run"), LinkedHashMap::new, Collectors.toList()))
            .values();
    List<List<String>> table = new ArrayList<>(List.of(header));
    runs.stream()
        .filter(run -> run.size() >= Findings.ROWS_OF_A_CURVE)
        .map(
            run ->
                Collections.max(
                    run, Comparator.comparing(row -> number(row, Metric.ACHIEVED.column()))))
        .forEach(table::add);
    return new SweepCurves(
        table,
        varying.stream()
            .filter(
                name ->
                    runs.stream()
                        .allMatch(
                            run -> run.stream().map(row -> cell(row, name)).distinct().count() < 2))
            .toList());
  }

  /** The numeric one that changes most often from row to row, the outermost of several. */
  private Optional<String> best() {
    return best(loops.stream().filter(this::isNumeric).toList()).or(() -> best(loops));
  }

  private Optional<String> best(List<String> names) {
    ToLongFunction<String> changes =
        name ->
            IntStream.range(1, rows.size())
                .filter(i -> !cell(rows.get(i), name).equals(cell(rows.get(i - 1), name)))
                .count();
    return names.stream().reduce((a, b) -> changes.applyAsLong(b) > changes.applyAsLong(a) ? b : a);
  }

  private Json against(String name, List<List<String>> table) {
    List<String> values = new ArrayList<>(values(name));
    Function<String, Double> position = position(name);
    return new Json()
        .put("variable", name)
        .put("logarithmic", isNumeric(name) && isWide(values))
        .put(
            "ticks",
            values.stream()
                .map(value -> new Json().put("x", position.apply(value)).put("label", value))
                .toList())
        .put("curves", curvesAgainst(name, table));
  }

  private List<Json> curvesAgainst(String name, List<List<String>> table) {
    Function<String, Double> position = position(name);
    Map<String, Map<Double, List<Integer>>> curves = new LinkedHashMap<>();
    List<String> others = others(name);
    List<String> measures = measures();
    for (int i = 0; i < rows.size(); i++) {
      List<String> row = rows.get(i);
      List<String> label =
          others.stream().map(other -> other + " " + cell(row, other)).collect(Collectors.toList());
      if (!measures.isEmpty()) {
        label.add(measures.get(i));
      }
      curves
          .computeIfAbsent(String.join(", ", label), curve -> new TreeMap<>())
          .computeIfAbsent(position.apply(cell(row, name)), x -> new ArrayList<>())
          .add(table.indexOf(row) - 1);
    }
    return curves.entrySet().stream()
        .map(curve -> json(curve.getKey(), curve.getValue(), table))
        .toList();
  }

  /** A curve, with the mean of rounds and its ends for each figure, and the peak of its rate. */
  private Json json(String label, Map<Double, List<Integer>> points, List<List<String>> table) {
    List<List<Integer>> places = List.copyOf(points.values());
    Json json =
        new Json()
            .put("label", label)
            .put("x", new ArrayList<>(points.keySet()))
            .put("rows", places);
    if (places.stream().anyMatch(rounds -> rounds.size() > 1)) {
      Json means = new Json();
      for (String column : header) {
        List<Interval> known = places.stream().map(rounds -> mean(column, rounds, table)).toList();
        if (known.stream().anyMatch(each -> !Double.isNaN(each.value()))) {
          means.put(column, known.stream().map(SweepCurves::ends).toList());
        }
      }
      json.put("means", means);
    }
    Peak peak =
        Peak.of(
            places.stream().map(rounds -> mean(Metric.ACHIEVED.column(), rounds, table)).toList());
    json.put("peak", peak.at());
    peak.knee().ifPresent(knee -> json.put("knee", knee));
    return json;
  }

  /** The mean of rounds with its error; of one row as its own columns say. */
  private Interval mean(String column, List<Integer> rounds, List<List<String>> table) {
    double[] values =
        rounds.stream()
            .mapToDouble(row -> figure(table.get(row + 1), column))
            .filter(Double::isFinite)
            .toArray();
    if (values.length > 1) {
      return Estimate.ofSamples(values).interval(Estimated.LEVEL).orUnknown();
    }
    List<String> row = table.get(rounds.get(0) + 1);
    return Metric.ALL.stream()
        .filter(metric -> metric.column().equals(column))
        .map(
            metric ->
                new Interval(
                    Double.NaN,
                    figure(row, metric.column("confidence95_low")),
                    figure(row, metric.column("confidence95_high")),
                    Estimated.LEVEL,
                    0))
        .findFirst()
        .orElse(Interval.unknown(Double.NaN, Estimated.LEVEL))
        .around(values.length == 0 ? Double.NaN : values[0])
        .orUnknown();
  }

  private static List<BigDecimal> ends(Interval mean) {
    return Arrays.asList(Csv.number(mean.value()), Csv.number(mean.low()), Csv.number(mean.high()));
  }

  /** Where a value lies on the axis. */
  private Function<String, Double> position(String name) {
    List<String> values = new ArrayList<>(values(name));
    return isNumeric(name) ? Quantity::of : value -> (double) values.indexOf(value);
  }

  /** The values that tell curves apart: they vary and do not follow from the value on the axis. */
  private List<String> others(String name) {
    List<String> others = new ArrayList<>(loops);
    others.removeIf(other -> isKnownBy(name, other)); // as the name itself is
    // one of several that change together is enough
    others.removeIf(
        other ->
            others.stream()
                .anyMatch(
                    by -> others.indexOf(by) < others.indexOf(other) && isKnownBy(by, other)));
    if (values(WORKLOAD).size() > 1) {
      others.add(WORKLOAD);
    }
    return others;
  }

  private boolean isKnownBy(String name, String other) {
    Map<String, String> known = new HashMap<>();
    return rows.stream()
        .allMatch(
            row -> {
              String value = cell(row, other);
              return known.computeIfAbsent(cell(row, name), x -> value).equals(value);
            });
  }

  /**
   * What tells the rows of one point apart, one text for each row; empty if no point has several.
   * It is made of the words that the first steps of all points share and others have not, and so on
   * with the second ones; of numbers if that tells nothing.
   */
  private List<String> measures() {
    Map<List<String>, Integer> measured = new HashMap<>();
    List<Integer> places =
        rows.stream().map(row -> measured.merge(point(row), 1, Integer::sum)).toList();
    Map<Integer, Set<String>> words = new TreeMap<>();
    for (int row = 0; row < rows.size(); row++) {
      Set<String> own = words(rows.get(row));
      words.merge(places.get(row), own, SweepCurves::shared);
    }
    if (words.size() < 2) {
      return List.of();
    }
    Set<String> ofAll = words.values().stream().reduce(SweepCurves::shared).orElseThrow();
    Map<Integer, String> names = new HashMap<>();
    words.forEach(
        (place, own) ->
            names.put(
                place,
                own.stream()
                    .filter(word -> !ofAll.contains(word))
                    .collect(Collectors.joining(" "))));
    boolean tells = !names.containsValue("") && Set.copyOf(names.values()).size() == names.size();
    return places.stream().map(place -> tells ? names.get(place) : "measure " + place).toList();
  }

  private Set<String> words(List<String> row) {
    return new LinkedHashSet<>(List.of(cell(row, "step").split("[\\s,]+")));
  }

  private static Set<String> shared(Set<String> some, Set<String> others) {
    return some.stream()
        .filter(others::contains)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** A row's place in the loops, the round of a repetition included. */
  private List<String> point(List<String> row) {
    return Stream.concat(varying.stream(), Stream.of(WORKLOAD))
        .map(name -> cell(row, name))
        .toList();
  }

  private Set<String> values(String name) {
    return rows.stream()
        .map(row -> cell(row, name))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private boolean isNumeric(String name) {
    return Quantity.areAlike(values(name));
  }

  private static boolean isWide(Collection<String> values) {
    double least = values.stream().mapToDouble(Quantity::of).min().orElse(0);
    double most = values.stream().mapToDouble(Quantity::of).max().orElse(0);
    return least > 0 && most / least >= WIDE && !isEven(values, least, most);
  }

  /** Whether all lie at the same distance from each other, as from 1 to 12. */
  private static boolean isEven(Collection<String> values, double least, double most) {
    double step = (most - least) / (values.size() - 1);
    return values.size() > 2
        && values.stream()
            .mapToDouble(value -> (Quantity.of(value) - least) / step)
            .allMatch(steps -> Math.abs(steps - Math.rint(steps)) < 0.01);
  }

  private double number(List<String> row, String name) {
    double figure = figure(row, name);
    return Double.isNaN(figure) ? 0 : figure;
  }

  /** Not a number if the cell is none, as a bound. */
  private double figure(List<String> row, String name) {
    try {
      return Double.parseDouble(cell(row, name));
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private String cell(List<String> row, String name) {
    int column = header.indexOf(name);
    return column < 0 || column >= row.size() ? "" : row.get(column);
  }
}
