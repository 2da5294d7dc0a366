package dev.sluice.control.compat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** docs/migrating.md has all rows there must be, and they say what the program does. */
class MigratingGuideTest {

  private static final String BEGIN = "<!-- tables: made of the catalogues, held by a test -->";
  private static final String WRITE = "sluice.write-docs";

  /** With {@code -Dsluice.write-docs=true} the tables are written instead of compared. */
  @Test
  void theTablesAreThoseOfTheCatalogues() throws IOException {
    Path guide = guide();
    List<String> lines = Files.readAllLines(guide);
    int begin = lines.indexOf(BEGIN);
    assertThat(begin).as("the line %s in %s", BEGIN, guide).isNotNegative();
    if (Boolean.getBoolean(WRITE)) {
      List<String> all = new ArrayList<>(lines.subList(0, begin + 1));
      all.add("");
      all.addAll(MigrationTables.lines());
      Files.write(guide, all);
      return;
    }
    assertThat(lines.subList(begin + 2, lines.size())).isEqualTo(MigrationTables.lines());
  }

  /** The rows that must be there, from what the older tools have. */
  @Test
  void noRowIsMissing() throws IOException {
    List<String> missing = new ArrayList<>();
    for (String line : Rows.of("required-rows.txt")) {
      Tool tool = Tool.valueOf(line.substring(0, line.indexOf(' ')));
      String module = line.substring(line.indexOf(' ') + 1, line.indexOf(':'));
      for (String name : line.substring(line.indexOf(':') + 1).strip().split(" ")) {
        boolean there =
            module.equals("workers")
                ? LegacyWorker.of(tool).stream().anyMatch(w -> w.name().equals(name))
                : OptionCatalogue.of(tool).options(module).stream()
                    .anyMatch(option -> option.isNamed(name, tool.caseMatters()));
        if (!there) {
          missing.add(tool + " " + module + " " + name);
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  private static Path guide() {
    Path here = Path.of("docs", "migrating.md");
    return Files.exists(here) ? here : Path.of("../..").resolve(here);
  }
}
