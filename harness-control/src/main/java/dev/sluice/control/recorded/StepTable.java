package dev.sluice.control.recorded;

import dev.sluice.control.format.RunFolderException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A table of steps.
 *
 * @param header the names of its columns
 * @param cells its rows, which may be shorter than the header
 * @param variables the columns that hold the loops' variables, outermost first
 */
public record StepTable(List<String> header, List<List<String>> cells, List<String> variables) {

  /** The variable that counts the rounds of a repeat. */
  public static final String ROUND = "round";

  /** The column that tells the sweeps of a joined table apart. */
  private static final String SWEEP = "sweep";

  private static final String RUN = "run";

  /** One step. */
  public final class Row {

    private final List<String> values;

    private Row(List<String> values) {
      this.values = values;
    }

    /** The value of a column, empty if it has none. */
    public String cell(String column) {
      int index = header.indexOf(column);
      return index < 0 || index >= values.size() ? "" : values.get(index);
    }
  }

  public StepTable {
    header = List.copyOf(header);
    cells = List.copyOf(cells);
    variables = List.copyOf(variables);
  }

  /**
   * The steps of a sweep, or of one run whose loops did not restart it.
   *
   * @throws RunFolderException if the folder holds neither
   */
  public static StepTable in(Path folder) throws RunFolderException, IOException {
    if (RecordedScenario.isIn(folder)) {
      RecordedScenario scenario = RecordedScenario.open(folder);
      return of(scenario.steps(), scenario.variables());
    }
    RecordedRun run = RecordedRun.open(folder);
    StepTable table = of(run.steps(), run.variables());
    if (table.variables().isEmpty()) {
      throw new RunFolderException(
          folder + " is not a sweep: its steps have no loop; compare it with another run");
    }
    return table;
  }

  private static StepTable of(List<List<String>> lines, List<String> variables) {
    return lines.isEmpty()
        ? new StepTable(List.of(), List.of(), variables)
        : new StepTable(lines.get(0), lines.subList(1, lines.size()), variables);
  }

  /**
   * Several tables in one, with one more variable around all others: which table it was. The rows'
   * runs are left out, because runs of several tables have the same names.
   */
  public static StepTable joined(Map<String, StepTable> tables) {
    Set<String> columns = new LinkedHashSet<>();
    Set<String> loops = new LinkedHashSet<>();
    tables.values().forEach(table -> columns.addAll(table.header()));
    tables.values().forEach(table -> loops.addAll(table.variables()));
    columns.remove(RUN);
    String which = columns.contains(SWEEP) ? SWEEP + "_compared" : SWEEP;
    List<List<String>> rows = new ArrayList<>();
    tables.forEach(
        (name, table) -> {
          for (Row row : table.rows()) {
            List<String> values = new ArrayList<>(columns.stream().map(row::cell).toList());
            values.add(name);
            rows.add(values);
          }
        });
    List<String> header = new ArrayList<>(columns);
    header.add(which);
    List<String> variables = new ArrayList<>();
    variables.add(which);
    variables.addAll(loops);
    return new StepTable(header, rows, variables);
  }

  public List<Row> rows() {
    return cells.stream().map(Row::new).toList();
  }

  /** The header and the rows, as in a file. */
  public List<List<String>> lines() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(header);
    lines.addAll(cells);
    return lines;
  }
}
