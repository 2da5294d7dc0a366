package dev.sluice.control.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads what {@link Csv} writes; a row without its end is no row. Pure functions. */
public final class CsvReader {

  private CsvReader() {}

  /** All rows, the header among them; none if there is no such file. */
  public static List<List<String>> read(Path file) throws IOException {
    // a torn row may end within a character
    return Files.exists(file)
        ? parse(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
        : List.of();
  }

  public static List<List<String>> parse(String text) {
    List<List<String>> rows = new ArrayList<>();
    List<String> row = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' && quoted && i + 1 < text.length() && text.charAt(i + 1) == '"') {
        cell.append(c);
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (quoted || (c != ',' && c != '\n')) {
        cell.append(c);
      } else {
        row.add(cell.toString());
        cell.setLength(0);
        if (c == '\n') {
          rows.add(row);
          row = new ArrayList<>();
        }
      }
    }
    return rows;
  }
}
