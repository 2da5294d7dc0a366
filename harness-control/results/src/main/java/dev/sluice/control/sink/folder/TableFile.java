package dev.sluice.control.sink.folder;

import dev.sluice.control.format.Csv;
import java.util.ArrayList;
import java.util.List;

/** A table that grows by rows while a run goes on, as comma-separated values. Any thread. */
public final class TableFile {

  private final int columns;
  private final AppendFile file;

  TableFile(List<String> columns, AppendFile file) {
    this.columns = columns.size();
    this.file = file;
    file.append(Csv.line(columns));
  }

  /**
   * Adds a row.
   *
   * @param cells a value for each column, null for none; numbers as {@link Csv#number} makes them
   */
  public synchronized void add(List<?> cells) {
    if (cells.size() != columns) {
      throw new IllegalArgumentException(
          "a row of " + cells.size() + " cells in a table of " + columns + " columns");
    }
    file.append(Csv.line(cells));
  }

  synchronized void close() {
    file.close();
  }

  /**
   * The columns of a table of steps.
   *
   * @param figures what each step measured; a unit belongs into the name
   * @param variables the loops' variables, outermost first; their columns stand behind the figures'
   */
  public record StepColumns(List<String> figures, List<String> variables) {

    /** The header: a variable that is called as a figure has {@code _variable} behind its name. */
    public List<String> header() {
      List<String> header = new ArrayList<>(figures);
      header.addAll(variableColumns());
      return header;
    }

    /** The columns of the variables. */
    public List<String> variableColumns() {
      return variables.stream()
          .map(
              name ->
                  figures.contains(name) || name.equals(ScenarioFolder.RUN_COLUMN)
                      ? name + "_variable"
                      : name)
          .toList();
    }
  }
}
