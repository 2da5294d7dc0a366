package dev.sluice.control.process;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.Table;
import dev.sluice.control.measure.Metric;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.outside.BrokerObserver;
import dev.sluice.control.scenario.outside.Observer;
import dev.sluice.control.scenario.outside.Observers;
import dev.sluice.control.scenario.step.MeasureStep;
import dev.sluice.control.scenario.step.Step;
import dev.sluice.control.sink.folder.TableFile.StepColumns;
import dev.sluice.core.stats.AccountTerm;
import dev.sluice.core.stats.Figure;
import dev.sluice.core.stats.Gauge;
import dev.sluice.core.stats.LatencyFigure;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Estimated;
import dev.sluice.jms.provider.BrokerView;
import dev.sluice.jms.provider.BrokerView.Aggregation;
import dev.sluice.jms.provider.BrokerView.Meaning;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * {@code steps.csv} of a scenario: each column with its name and how a row fills it. Figures that
 * were published have two columns behind the others: what was published, and how far the measured
 * figure lies from it.
 */
public final class StepsCsv {

  private static final double PERCENT = 100;
  private static final List<LatencyFigure> PERCENTILES =
      List.of(LatencyFigure.P50, LatencyFigure.P99);

  private Table<StepRow> columns = new Table<>();
  private final List<String> variables;
  private final Published published;

  /**
   * @throws dev.sluice.jms.provider.ConfigurationException if the table that was published cannot
   *     be read
   */
  public StepsCsv(Scenario scenario) {
    this.variables =
        scenario.steps().stream()
            .flatMap(step -> step.variables().keySet().stream())
            .distinct()
            .toList();
    add("step", StepRow::name);
    add("workload", StepRow::workload);
    add("workers", row -> row.done().end().workersUp());
    add(Gauge.TARGET.metric(), row -> Csv.value(Gauge.TARGET, row.done()));
    add(
        "before_per_second",
        row -> row.before().map(each -> Csv.value(Gauge.ACHIEVED, each.done())).orElse(null));
    add(Gauge.ACHIEVED.metric(), row -> Csv.value(Gauge.ACHIEVED, row.done()));
    add("ratio", StepRow::ratio);
    for (LatencyFigure figure : PERCENTILES) {
      add(figure.column(), row -> Csv.value(figure, row.done()));
    }
    add(
        "queue_managers",
        row ->
            row.done().end().connections().peers() == 0
                ? null
                : row.done().end().connections().peers());
    add("harness_cores", row -> number(row.beside().harnessCores()));
    add("iterations", row -> row.done().counts().done());
    add("seconds", row -> Csv.seconds(row.done().lengthNanos()));
    add(
        "harness_cpu_us_per_iteration",
        row -> number(row.beside().cpuMicrosPerIteration().get("harness")));
    scenario.observers().forEach(this::addFigure);
    scenario.brokers().forEach(this::addFigures);
    scenario.steps().stream()
        .flatMap(step -> step.timed().stream())
        .distinct()
        .forEach(this::addWait);
    scenario.observers().forEach(each -> addProcessors(each, "", Optional::of));
    if (scenario.steps().stream().anyMatch(StepsCsv::isBefore)) {
      scenario.observers().forEach(each -> addProcessors(each, "before_", StepRow::before));
    }
    add("payload_mb_per_second", row -> number(row.beside().megabytesPerSecond()));
    for (AccountTerm term : AccountTerm.values()) {
      add(term.column(), row -> term.of(row.done()));
    }
    addRepeats("repeats", StepRow::rounds);
    addRepeats("repeats_mean_per_second", row -> Csv.number(row.repeats().value()));
    addRepeats("repeats_deviation_per_second", row -> Csv.number(row.deviation()));
    addRepeats(
        "repeats_confidence95_per_second",
        row -> Csv.number(row.repeats().interval(Estimated.LEVEL).orUnknown().error()));
    for (Figure figure : AccountTerm.BESIDE) {
      add(figure.column(), row -> Csv.value(figure, row.done()));
    }
    add("total_cpu_us_per_iteration", row -> number(row.beside().totalCpuMicrosPerIteration()));
    if (scenario.observers().stream().anyMatch(Observer::isCommand)
        || !scenario.brokers().isEmpty()) {
      add("observers_cpu_ms_per_second", row -> number(row.beside().gauges().get(Observers.COST)));
    }
    addError(Metric.ACHIEVED);
    StepRow.PERCENTILES.forEach(this::addError);
    add(StepRow.OWN_LATENESS, StepRow::ownLateness);
    if (scenario.steps().stream().anyMatch(StepsCsv::isTried)) {
      add("tried", row -> row.tried().isEmpty() ? null : row.tried());
    }
    published =
        scenario.published().map(file -> Published.read(file, columns())).orElse(Published.NOTHING);
    published.figures().forEach(this::addPublished);
  }

  private void addPublished(String figure) {
    add(figure + "_published", row -> published.figure(row, figure).orElse(null));
    add(
        figure + "_deviation_percent",
        row -> number(deviation(row, figure, published.figure(row, figure).orElse(null))));
  }

  /** In percent of what was published; empty without one of both. */
  private OptionalDouble deviation(StepRow row, String figure, BigDecimal value) {
    return value != null && value.signum() != 0 && measured(row, figure) instanceof Number found
        ? OptionalDouble.of(PERCENT * (found.doubleValue() / value.doubleValue() - 1))
        : OptionalDouble.empty();
  }

  private Object measured(StepRow row, String figure) {
    return columns.columns().stream()
        .filter(column -> column.name().equals(figure))
        .findFirst()
        .map(column -> column.value().apply(row))
        .orElse(null);
  }

  /** Rows beside what was published of them, as a table for people; none if nothing was. */
  List<String> besidePublished(List<StepRow> rows) {
    List<Published.Pair> pairs = published.beside(rows);
    if (pairs.isEmpty()) {
      return List.of();
    }
    Table<Published.Pair> table = new Table<Published.Pair>().left("step", Published.Pair::name);
    for (String figure : published.figures()) {
      table =
          table
              .right(figure, pair -> shown(measured(pair.measured(), figure)))
              .right(
                  "published",
                  pair ->
                      pair.published()
                          .bounds()
                          .getOrDefault(figure, shown(pair.published().figures().get(figure))))
              .right("%", pair -> deviation(pair, figure));
    }
    List<String> lines = new ArrayList<>(table.lines(pairs));
    if (!published.unobserved().isEmpty()) {
      lines.add("not observed here: " + String.join(", ", published.unobserved()));
    }
    return lines;
  }

  /** The peaks of runs by the variables of the loops; none if it was one run. */
  List<String> peaks(List<StepRow> peaks) {
    if (peaks.size() < 2) {
      return List.of();
    }
    Table<StepRow> table = new Table<>();
    for (String name : variables) {
      table = table.left(name, row -> row.variables().get(name));
    }
    return table.right("peak", row -> Figures.rate(row.achieved())).lines(peaks);
  }

  private String deviation(Published.Pair pair, String figure) {
    OptionalDouble percent =
        deviation(pair.measured(), figure, pair.published().figures().get(figure));
    return percent.isPresent() ? String.format(Locale.ROOT, "%+.2f", percent.getAsDouble()) : null;
  }

  private static String shown(Object figure) {
    return figure instanceof Number number
        ? String.format(Locale.ROOT, "%,.2f", number.doubleValue()).replaceFirst("\\.00$", "")
        : null;
  }

  /** The header. */
  public StepColumns columns() {
    return new StepColumns(columns.names(), variables);
  }

  /** A row; the variables of the loops stand at its end. */
  public List<Object> cells(StepRow row) {
    List<Object> cells = new ArrayList<>(columns.row(row));
    variables.forEach(name -> cells.add(row.variables().get(name)));
    return cells;
  }

  private void add(String name, Function<StepRow, Object> cell) {
    columns = columns.right(name, cell);
  }

  private void addError(Metric metric) {
    add(metric.column("confidence95_low"), row -> metric.cell(row.known(metric).low()));
    add(metric.column("confidence95_high"), row -> metric.cell(row.known(metric).high()));
  }

  private void addFigure(Observer observer) {
    String name = observer.name();
    if (observer.readsCpu()) {
      add(
          name + "_cpu_us_per_iteration",
          row -> number(row.beside().cpuMicrosPerIteration().get(name)));
    } else {
      add(name, row -> number(row.beside().gauges().get(name)));
    }
  }

  /** Of a broker those that have one value for all of it. */
  private void addFigures(BrokerObserver broker) {
    for (BrokerView.Measure measure : broker.measures()) {
      if (measure.meaning() != Meaning.OTHER || measure.aggregation() == Aggregation.LEVEL) {
        String name = broker.column(measure);
        add(name, row -> number(row.beside().totals().get(name)));
      }
    }
  }

  private static boolean isTried(Step step) {
    return step instanceof MeasureStep measure && measure.tries() > 1;
  }

  private static boolean isBefore(Step step) {
    return step instanceof MeasureStep measure && measure.before();
  }

  private void addProcessors(
      Observer observer, String when, Function<StepRow, Optional<StepRow>> row) {
    String name = observer.name();
    if (observer.readsCpu()) {
      addOf(when + name + "_cores", row, beside -> beside.cores().get(name));
    }
    if (observer.isHost()) {
      addOf(
          when + name + "_cpu_percent",
          row,
          beside -> {
            Double share = beside.processorShares().get(name);
            return share == null ? null : PERCENT * share;
          });
    }
  }

  /** What was observed in a row, or in the one before it. */
  private void addOf(
      String column,
      Function<StepRow, Optional<StepRow>> row,
      Function<StepRow.Beside, Double> figure) {
    add(column, of -> number(row.apply(of).map(StepRow::beside).map(figure).orElse(null)));
  }

  private void addWait(String what) {
    add(
        what.replace(' ', '_') + "_seconds",
        row -> {
          Duration after = row.waited().get(what);
          return after == null ? null : Csv.seconds(after.toNanos());
        });
  }

  /** Of a row that was measured once nothing more is known. */
  private void addRepeats(String name, Function<StepRow, Object> cell) {
    add(name, row -> row.rounds() > 1 ? cell.apply(row) : null);
  }

  private static Object number(OptionalDouble value) {
    return value.isPresent() ? Csv.number(value.getAsDouble()) : null;
  }

  private static Object number(Double value) {
    return value == null ? null : Csv.number(value);
  }
}
