package dev.sluice.control.process;

import dev.sluice.control.format.Csv;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.sink.folder.TableFile.StepColumns;
import dev.sluice.core.text.InputFile;
import dev.sluice.jms.provider.ConfigurationException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A table that was published elsewhere, beside which the rows of a scenario are laid. Immutable.
 *
 * <p>A row belongs to the steps whose name is in its column {@code step} and whose loops' variables
 * are in the columns of these, an empty cell fits any. Called {@code peak}, it belongs to the best
 * of the steps that its variables fit. The other columns are figures of {@code steps.csv}.
 *
 * @param figures the columns of figures
 * @param unobserved columns that observers of a scenario fill, and no observer of this one
 */
record Published(List<String> figures, List<String> unobserved, List<PublishedStep> rows) {

  static final Published NOTHING = new Published(List.of(), List.of(), List.of());

  private static final String STEP = "step";
  private static final String PEAK = "peak";

  /** The ends of columns that observers of processors fill. */
  private static final List<String> OBSERVED =
      List.of("_cpu_us_per_iteration", "_cores", "_cpu_percent");

  /**
   * The published figures of a step.
   *
   * @param step what it is called, or {@code peak}; may be empty
   * @param variables those of its loops, as far as they are named
   * @param figures by their columns; those that were published
   * @param bounds by their columns; as {@code <10}, of which there is no deviation
   */
  record PublishedStep(
      String step,
      Map<String, String> variables,
      Map<String, BigDecimal> figures,
      Map<String, String> bounds) {

    private boolean fits(StepRow row) {
      return !row.who().elsewhere()
          && variables.entrySet().stream()
              .allMatch(each -> each.getValue().equals(row.variables().get(each.getKey())));
    }

    private boolean isOf(StepRow row) {
      return (step.isEmpty() || step.equals(row.name())) && fits(row);
    }
  }

  /**
   * A step beside what was published of it.
   *
   * @param name of the step, {@code peak: } before that of the best one
   */
  record Pair(String name, StepRow measured, PublishedStep published) {}

  /**
   * Reads a table.
   *
   * @param columns those of the steps
   * @throws ConfigurationException if it cannot be read, or has a column that the steps have not
   */
  static Published read(Path file, StepColumns columns) {
    try {
      String text = InputFile.withoutMark(InputFile.text(file, InputFile.HAND_WRITTEN_BYTES));
      List<List<String>> table = Csv.parse(text.endsWith("\n") ? text : text + "\n");
      return of(file.toString(), table, columns);
    } catch (IOException e) {
      throw new ConfigurationException("published: " + file + " cannot be read", e);
    }
  }

  private static Published of(String file, List<List<String>> table, StepColumns columns) {
    if (table.isEmpty()) {
      throw new ConfigurationException("published: " + file + " is empty");
    }
    List<String> header = table.get(0);
    List<String> variables = columns.variableColumns();
    List<String> unobserved =
        header.stream()
            .filter(column -> !columns.header().contains(column))
            .filter(column -> OBSERVED.stream().anyMatch(column::endsWith))
            .toList();
    for (String column : header) {
      if (!columns.header().contains(column) && !unobserved.contains(column)) {
        throw new ConfigurationException(
            "published: %s: the steps have no column '%s'; they have: %s"
                .formatted(file, column, String.join(", ", columns.header())));
      }
    }
    List<PublishedStep> rows = new ArrayList<>();
    for (List<String> cells : table.subList(1, table.size())) {
      String step = "";
      Map<String, String> values = new LinkedHashMap<>();
      Map<String, BigDecimal> figures = new LinkedHashMap<>();
      Map<String, String> bounds = new LinkedHashMap<>();
      for (int i = 0; i < Math.min(header.size(), cells.size()); i++) {
        String column = header.get(i);
        String cell = cells.get(i).strip();
        if (column.equals(STEP)) {
          step = cell;
        } else if (variables.contains(column) && !cell.isEmpty()) {
          values.put(columns.variables().get(variables.indexOf(column)), cell);
        } else if (cell.matches("[<>].*")) {
          number(file, column, cell.substring(1));
          bounds.put(column, cell);
        } else if (!cell.isEmpty()) {
          figures.put(column, number(file, column, cell));
        }
      }
      rows.add(new PublishedStep(step, values, figures, bounds));
    }
    List<String> figures =
        header.stream()
            .filter(column -> !column.equals(STEP) && !variables.contains(column))
            .filter(column -> !unobserved.contains(column))
            .toList();
    return new Published(figures, unobserved, rows);
  }

  private static BigDecimal number(String file, String column, String cell) {
    try {
      return new BigDecimal(cell);
    } catch (NumberFormatException e) {
      throw new ConfigurationException(
          "published: %s: %s is not a number in column '%s'".formatted(file, cell, column), e);
    }
  }

  /** The published figures of a step itself; of several rows, the first one that has the figure. */
  Optional<BigDecimal> figure(StepRow measured, String figure) {
    return rows.stream()
        .filter(row -> row.isOf(measured))
        .map(row -> row.figures().get(figure))
        .filter(value -> value != null)
        .findFirst();
  }

  /** Steps and peaks of which something was published, in the order of the table. */
  List<Pair> beside(List<StepRow> measured) {
    List<Pair> pairs = new ArrayList<>();
    for (PublishedStep row : rows) {
      if (row.step().equals(PEAK)) {
        measured.stream()
            .filter(row::fits)
            .max(Comparator.comparingDouble(each -> each.done().achievedPerSecond()))
            .ifPresent(best -> pairs.add(new Pair("peak: " + best.name(), best, row)));
      } else {
        measured.stream()
            .filter(row::isOf)
            .forEach(each -> pairs.add(new Pair(each.name(), each, row)));
      }
    }
    return List.copyOf(pairs);
  }
}
