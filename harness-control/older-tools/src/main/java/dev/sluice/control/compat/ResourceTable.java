package dev.sluice.control.compat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table of this package's resources: sections that begin with {@code [name] title}, rows whose
 * columns are parted by bars, comments behind {@code #}.
 *
 * @param sections by their names, in order
 */
record ResourceTable(Map<String, Section> sections) {

  /**
   * One section.
   *
   * @param title for people
   * @param rows each a list of columns
   */
  record Section(String title, List<List<String>> rows) {}

  static ResourceTable read(String resource) {
    try (InputStream in = ResourceTable.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the resource " + resource + " is missing");
      }
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ResourceTable parse(String text) {
    Map<String, Section> sections = new LinkedHashMap<>();
    Section section = null;
    for (String line : text.lines().filter(l -> !l.isBlank() && !l.startsWith("#")).toList()) {
      if (line.startsWith("[")) {
        int end = line.indexOf(']');
        section = new Section(line.substring(end + 1).strip(), new ArrayList<>());
        sections.put(line.substring(1, end), section);
      } else if (section != null) {
        section.rows().add(Arrays.stream(line.split("\\|", -1)).map(String::strip).toList());
      }
    }
    return new ResourceTable(sections);
  }
}
