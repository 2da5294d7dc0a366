package dev.sluice.control.sink.folder;

import dev.sluice.control.format.Csv;
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
}
