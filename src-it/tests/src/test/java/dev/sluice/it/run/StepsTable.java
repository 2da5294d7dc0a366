package dev.sluice.it.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.Csv;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The table of a scenario's steps.
 *
 * @param rows cells by their column
 */
public record StepsTable(List<Map<String, String>> rows) {

  public static StepsTable read(Path file) throws IOException {
    List<List<String>> cells = Csv.read(file);
    return new StepsTable(cells.stream().skip(1).map(row -> byColumn(cells.get(0), row)).toList());
  }

  private static Map<String, String> byColumn(List<String> header, List<String> row) {
    Map<String, String> cells = new HashMap<>();
    for (int i = 0; i < header.size(); i++) {
      cells.put(header.get(i), row.get(i));
    }
    return cells;
  }

  /** A cell of the first row of a step. */
  public double figure(String step, String column) {
    String cell =
        rows.stream()
            .filter(row -> row.get("step").equals(step))
            .findFirst()
            .orElseThrow()
            .get(column);
    assertThat(cell).as("%s of %s in %s", column, step, rows).isNotEmpty();
    return Double.parseDouble(cell);
  }

  public List<String> column(String name) {
    return rows.stream().map(row -> row.get(name)).toList();
  }
}
