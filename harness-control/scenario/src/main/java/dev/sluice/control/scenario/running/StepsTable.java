package dev.sluice.control.scenario.running;

import dev.sluice.control.format.Table;
import dev.sluice.control.measure.StepRow;
import dev.sluice.core.stats.LatencyFigure;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Estimated;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/** The steps of a scenario as a table for people; columns that nobody filled are left out. */
public final class StepsTable {

  private static final double SMALL = 100;

  private final List<StepRow> rows;
  private Table<StepRow> table = new Table<StepRow>().left("step", StepRow::name);

  private StepsTable(List<StepRow> rows) {
    this.rows = rows;
  }

  /** The lines, the header first; none without rows. */
  public static List<String> of(List<StepRow> rows) {
    if (rows.isEmpty()) {
      return List.of();
    }
    StepsTable table = new StepsTable(rows);
    table.addColumns();
    return table.table.lines(rows);
  }

  private void addColumns() {
    if (rows.stream().anyMatch(row -> row.who().elsewhere())) {
      add("workload", StepRow::workload);
    }
    add("target", row -> hasTarget(row) ? Figures.perSecond(row.done().targetPerSecond()) : null);
    add("before", row -> row.before().map(StepsTable::achieved).orElse(null));
    add("achieved", StepsTable::achieved);
    add("ratio", row -> hasTarget(row) ? Figures.ratio(row.done().ratio()) : null);
    add("MB/s", row -> decimals(2, row.beside().megabytesPerSecond()));
    addRepeats("times", row -> Integer.toString(row.rounds()));
    addRepeats("mean", row -> Figures.rate(row.repeats().interval(Estimated.LEVEL)));
    addRepeats("sd", row -> Figures.perSecond(row.deviation()));
    addLatency(LatencyFigure.P50);
    addLatency(LatencyFigure.P99);
    add("workers", row -> Figures.count(row.done().end().workersUp()));
    add(
        "QMs",
        row -> {
          int peers = row.done().end().connections().peers();
          return peers == 0 ? null : Integer.toString(peers);
        });
    for (String what : names(StepRow::waited)) {
      add(
          what + " s",
          row -> {
            Duration after = row.waited().get(what);
            return after == null ? null : decimals(1, after.toMillis() / 1e3);
          });
    }
    add("cores", row -> decimals(2, row.beside().harnessCores()));
    addEach("\u00b5s ", 1, row -> row.beside().cpuMicrosPerIteration());
    add("\u00b5s total", row -> decimals(1, row.beside().totalCpuMicrosPerIteration()));
    addEach("cores ", 2, row -> row.beside().cores());
    for (String host : names(row -> row.beside().processorShares())) {
      add("before % " + host, row -> row.before().map(each -> share(each, host)).orElse(null));
      add("% " + host, row -> share(row, host));
    }
    for (String name : names(row -> row.beside().gauges())) {
      if (!name.startsWith("harness ")) { // they go to the folder
        add(name, row -> gauge(row.beside().gauges().get(name)));
      }
    }
  }

  /** A column, unless it is null in all rows. */
  private void add(String title, Function<StepRow, String> cell) {
    if (rows.stream().map(cell).anyMatch(Objects::nonNull)) {
      table = table.right(title, cell);
    }
  }

  /** Of a row that was measured once nothing more is known. */
  private void addRepeats(String title, Function<StepRow, String> figure) {
    add(title, row -> row.rounds() < 2 ? null : figure.apply(row));
  }

  private void addLatency(LatencyFigure figure) {
    add(
        figure.label(),
        row -> Double.isNaN(figure.in(row.done())) ? null : Figures.latency(row.in(figure)));
  }

  /** A column for each observer. */
  private void addEach(String title, int decimals, Function<StepRow, Map<String, Double>> figures) {
    for (String name : names(figures)) {
      add(title + name, row -> decimals(decimals, figures.apply(row).get(name)));
    }
  }

  private Set<String> names(Function<StepRow, ? extends Map<String, ?>> figures) {
    Set<String> names = new LinkedHashSet<>();
    rows.forEach(row -> figures.apply(row).keySet().stream().sorted().forEach(names::add));
    return names;
  }

  private static boolean hasTarget(StepRow row) {
    return row.done().targetPerSecond() != 0;
  }

  private static String achieved(StepRow row) {
    return Figures.rate(row.achieved());
  }

  /** Of all processors of a host, in percent. */
  private static String share(StepRow row, String host) {
    Double share = row.beside().processorShares().get(host);
    return share == null ? null : decimals(1, 100 * share);
  }

  /** A mean of depths and megabytes per second alike: small ones have decimals. */
  private static String gauge(Double value) {
    boolean small = value != null && Math.abs(value) < SMALL && value != Math.rint(value);
    return decimals(small ? 2 : 0, value);
  }

  private static String decimals(int decimals, OptionalDouble value) {
    return value.isPresent() ? decimals(decimals, Double.valueOf(value.getAsDouble())) : null;
  }

  private static String decimals(int decimals, Double value) {
    return value == null ? null : String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }
}
