package dev.sluice.control.scenario.running;

import dev.sluice.control.measure.Interval95;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.sink.console.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/** The steps of a scenario as a table for people; columns that nobody filled are left out. Pure. */
public final class StepsTable {

  private static final String NOTHING = "-";
  private static final double SMALL = 100;

  private record Column(String title, Function<StepRow, String> cell) {}

  private StepsTable() {}

  /** The lines, the header first; none without rows. */
  public static List<String> of(List<StepRow> rows) {
    if (rows.isEmpty()) {
      return List.of();
    }
    List<List<String>> columns = new ArrayList<>();
    for (Column column : columns(rows)) {
      List<String> cells = new ArrayList<>();
      cells.add(column.title());
      rows.forEach(row -> cells.add(column.cell().apply(row)));
      if (cells.stream().skip(1).anyMatch(cell -> !cell.equals(NOTHING))) {
        columns.add(cells);
      }
    }
    return aligned(columns);
  }

  /**
   * Columns beside each other, the first one to the left and the others to the right.
   *
   * @param columns at least one; each begins with its title, and all have the same length
   */
  public static List<String> aligned(List<List<String>> columns) {
    List<String> lines = new ArrayList<>();
    for (int line = 0; line < columns.get(0).size(); line++) {
      StringBuilder text = new StringBuilder();
      for (List<String> cells : columns) {
        int width = cells.stream().mapToInt(String::length).max().orElse(0);
        boolean name = columns.indexOf(cells) == 0;
        text.append(name ? "" : "  ")
            .append(String.format("%" + (name ? "-" : "") + width + "s", cells.get(line)));
      }
      lines.add(text.toString().stripTrailing());
    }
    return lines;
  }

  private static List<Column> columns(List<StepRow> rows) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("step", StepRow::name));
    if (rows.stream().anyMatch(row -> row.who().elsewhere())) {
      columns.add(new Column("workload", StepRow::workload));
    }
    columns.add(new Column("target/s", row -> optional(row.done().targetPerSecond())));
    columns.add(
        new Column(
            "before/s",
            row ->
                row.before()
                    .map(each -> Figures.rate(each.done().achievedPerSecond()))
                    .orElse(NOTHING)));
    columns.add(new Column("achieved/s", row -> Figures.rate(row.done().achievedPerSecond())));
    columns.add(
        new Column(
            "ratio",
            row ->
                row.done().targetPerSecond() == 0
                    ? NOTHING
                    : Figures.ratio(row.done().measures().ratio())));
    columns.add(
        new Column(
            "MB/s",
            row ->
                row.beside().megabytesPerSecond().isPresent()
                    ? decimals(2, row.beside().megabytesPerSecond().getAsDouble())
                    : NOTHING));
    columns.add(new Column("times", row -> repeats(row, Interval95::samples)));
    columns.add(new Column("mean/s", row -> repeats(row, each -> Figures.rate(each.mean()))));
    columns.add(new Column("sd/s", row -> repeats(row, each -> Figures.rate(each.deviation()))));
    columns.add(
        new Column("95 % +-/s", row -> repeats(row, each -> Figures.rate(each.halfWidth()))));
    columns.add(new Column("p50", row -> percentile(row, 50)));
    columns.add(new Column("p99", row -> percentile(row, 99)));
    columns.add(new Column("workers", row -> Figures.count(row.done().workersUp())));
    columns.add(
        new Column(
            "QMs",
            row ->
                row.done().connections().peers() == 0
                    ? NOTHING
                    : Integer.toString(row.done().connections().peers())));
    for (String what : names(rows, row -> row.waited().keySet())) {
      columns.add(
          new Column(
              what + " s",
              row -> {
                Duration after = row.waited().get(what);
                return after == null ? NOTHING : decimals(1, after.toMillis() / 1e3);
              }));
    }
    columns.add(new Column("cores", row -> maybe(2, row.beside().harnessCores())));
    for (String name : names(rows, row -> row.beside().cpuMicrosPerIteration().keySet())) {
      columns.add(
          new Column(
              "\u00b5s " + name, row -> maybe(1, row.beside().cpuMicrosPerIteration().get(name))));
    }
    columns.add(
        new Column("\u00b5s total", row -> maybe(1, row.beside().totalCpuMicrosPerIteration())));
    for (String name : names(rows, row -> row.beside().cores().keySet())) {
      columns.add(new Column("cores " + name, row -> maybe(2, row.beside().cores().get(name))));
    }
    for (String name : names(rows, row -> row.beside().processorShares().keySet())) {
      columns.add(
          new Column(
              "before % " + name,
              row -> row.before().map(each -> share(each, name)).orElse(NOTHING)));
      columns.add(new Column("% " + name, row -> share(row, name)));
    }
    for (String name : names(rows, row -> row.beside().gauges().keySet())) {
      if (name.startsWith("harness ")) {
        continue; // they go to the folder
      }
      columns.add(new Column(name, row -> gauge(row.beside().gauges().get(name))));
    }
    return columns;
  }

  /** Of a row that was measured once nothing more is known. */
  private static String repeats(StepRow row, Function<Interval95, Object> figure) {
    return row.repeats().samples() < 2 ? NOTHING : String.valueOf(figure.apply(row.repeats()));
  }

  private static Set<String> names(
      List<StepRow> rows, Function<StepRow, Collection<String>> namesOf) {
    Set<String> names = new LinkedHashSet<>();
    rows.forEach(row -> namesOf.apply(row).stream().sorted().forEach(names::add));
    return names;
  }

  private static String percentile(StepRow row, double percentile) {
    return row.latency().isEmpty()
        ? NOTHING
        : Figures.latency(row.latency().atPercentile(percentile));
  }

  private static String optional(double perSecond) {
    return perSecond == 0 ? NOTHING : Figures.rate(perSecond);
  }

  /** Of all processors of a host, in percent. */
  private static String share(StepRow row, String host) {
    Double share = row.beside().processorShares().get(host);
    return maybe(1, share == null ? null : 100 * share);
  }

  /** A mean of depths and megabytes per second alike: small ones have decimals. */
  private static String gauge(Double value) {
    boolean small = value != null && Math.abs(value) < SMALL && value != Math.rint(value);
    return maybe(small ? 2 : 0, value);
  }

  private static String maybe(int decimals, OptionalDouble value) {
    return value.isPresent() ? decimals(decimals, value.getAsDouble()) : NOTHING;
  }

  private static String maybe(int decimals, Double value) {
    return value == null ? NOTHING : decimals(decimals, value);
  }

  private static String decimals(int decimals, double value) {
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }
}
