package dev.sluice.control.recorded;

import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.RunFolderException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A table of steps.
 *
 * @param source the file that it is of, or the tables that it joins, for people
 * @param header the names of its columns
 * @param cells its rows, which may be shorter than the header
 * @param variables the columns that hold the loops' variables, outermost first
 * @param runs that the steps are of, by name
 */
public record StepTable(
    String source,
    List<String> header,
    List<List<String>> cells,
    List<String> variables,
    Map<String, RecordedRun> runs) {

  /** The column that tells the sweeps of a joined table apart. */
  private static final String SWEEP = "sweep";

  private static final String RUN = "run";

  /** One step. */
  public final class Row {

    private final List<String> values;
    private final int line;

    private Row(List<String> values, int line) {
      this.values = values;
      this.line = line;
    }

    /** The value of a column, empty if it has none. */
    public String cell(String column) {
      int index = header.indexOf(column);
      return index < 0 || index >= values.size() ? "" : values.get(index);
    }

    /**
     * The number in a column, empty if it has none.
     *
     * @throws RunFolderException if it has something else
     */
    public OptionalDouble number(String column) throws RunFolderException {
      String cell = cell(column);
      if (cell.isEmpty()) {
        return OptionalDouble.empty();
      }
      try {
        return OptionalDouble.of(Double.parseDouble(cell));
      } catch (NumberFormatException e) {
        throw new RunFolderException(
            "%s, line %d: %s is '%s'; write a number, or nothing if it was not measured"
                .formatted(source, line, column, cell),
            e);
      }
    }
  }

  /**
   * The steps of a sweep, or of one run whose loops did not restart it.
   *
   * @throws RunFolderException if the folder holds neither
   */
  public static StepTable in(Path folder) throws RunFolderException, IOException {
    if (RecordedScenario.isIn(folder)) {
      return of(RecordedScenario.open(folder));
    }
    RecordedRun run = RecordedRun.open(folder);
    StepTable table = of(folder, run.steps(), run.variables(), Map.of(RunFiles.RUN, run));
    if (table.variables().isEmpty()) {
      throw new RunFolderException(
          folder + " is not a sweep: its steps have no loop; compare it with another run");
    }
    return table;
  }

  /** The steps of all runs of a scenario. */
  public static StepTable of(RecordedScenario scenario) throws IOException {
    return of(scenario.folder(), scenario.steps(), scenario.variables(), scenario.runs());
  }

  private static StepTable of(
      Path folder,
      List<List<String>> lines,
      List<String> variables,
      Map<String, RecordedRun> runs) {
    return of(folder.resolve(RunFiles.STEPS).toString(), lines, variables, runs);
  }

  /** The steps of a run, of which nothing else is asked for. */
  public static StepTable of(List<List<String>> lines) {
    return of(RunFiles.STEPS, lines, List.of(), Map.of());
  }

  private static StepTable of(
      String source,
      List<List<String>> lines,
      List<String> variables,
      Map<String, RecordedRun> runs) {
    return lines.isEmpty()
        ? new StepTable(source, List.of(), List.of(), variables, runs)
        : new StepTable(source, lines.get(0), lines.subList(1, lines.size()), variables, runs);
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
    return new StepTable(String.join(", ", tables.keySet()), header, rows, variables, Map.of());
  }

  public List<Row> rows() {
    return IntStream.range(0, cells.size())
        .mapToObj(i -> new Row(cells.get(i), i + 2)) // the header is line 1
        .toList();
  }

  /** A step with a number that it has in some column. */
  public record Valued(String step, double value) {}

  /**
   * The first row with the least in a column, if any has a number there.
   *
   * @throws RunFolderException if a row has something else there
   */
  public Optional<Valued> least(String column) throws RunFolderException {
    Optional<Valued> least = Optional.empty();
    for (Row row : rows()) {
      OptionalDouble value = row.number(column);
      if (value.isPresent() && least.filter(each -> each.value <= value.getAsDouble()).isEmpty()) {
        least = Optional.of(new Valued(row.cell("step"), value.getAsDouble()));
      }
    }
    return least;
  }

  /** The header and the rows, as in a file. */
  public List<List<String>> lines() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(header);
    lines.addAll(cells);
    return lines;
  }
}
