package dev.sluice.it.brokers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The lines between two markers of a page, which a test writes. */
record GeneratedPart(Path page, String name) {

  List<String> lines() throws IOException {
    List<String> all = Files.readAllLines(page);
    return List.copyOf(all.subList(begin(all), end(all)));
  }

  void write(List<String> lines) throws IOException {
    List<String> all = new ArrayList<>(Files.readAllLines(page));
    List<String> part = all.subList(begin(all), end(all));
    part.clear();
    part.addAll(lines);
    Files.write(page, all);
  }

  private int begin(List<String> all) {
    return index(all, "<!-- " + name + " -->") + 1;
  }

  private int end(List<String> all) {
    return index(all, "<!-- end of " + name + " -->");
  }

  private int index(List<String> all, String marker) {
    int found = all.indexOf(marker);
    if (found < 0) {
      throw new IllegalStateException(page + " has no line " + marker);
    }
    return found;
  }
}
