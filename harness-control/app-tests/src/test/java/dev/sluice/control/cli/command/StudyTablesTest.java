package dev.sluice.control.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of a study's page quotes lines of the files beside it, which must have them. */
class StudyTablesTest {

  private static final Path CONFIG = Path.of("../..", "config");
  private static final String HEADER = "| of the study | file | line | equal? |";
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final int FILE = 2;
  private static final int LINE = 3;

  /**
   * A row that names files.
   *
   * @param study its folder
   * @param files as they are quoted
   * @param lines as they are quoted
   */
  record Row(Path study, List<String> files, List<String> lines) {}

  static Stream<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (Path study : studies()) {
      boolean inTable = false;
      for (String line : Files.readAllLines(study.resolve("README.md"))) {
        inTable = line.equals(HEADER) || (inTable && line.startsWith("|"));
        String[] cells = line.replace("\\|", "\u0000").split("\\|", -1);
        if (inTable && !quoted(cells[FILE]).isEmpty()) {
          rows.add(new Row(study, quoted(cells[FILE]), quoted(cells[LINE])));
        }
      }
    }
    return rows.stream();
  }

  private static List<Path> studies() throws IOException {
    try (Stream<Path> folders = Files.list(CONFIG)) {
      return folders
          .filter(folder -> folder.getFileName().toString().matches("e\\d-.*"))
          .sorted()
          .toList();
    }
  }

  private static List<String> quoted(String cell) {
    Matcher code = CODE.matcher(cell);
    return code.results().map(each -> each.group(1).replace('\u0000', '|')).toList();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void aQuotedLineIsInItsFile(Row row) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String file : row.files()) {
      text.append(Files.readString(row.study().resolve(file))).append('\n');
    }
    for (String line : row.lines()) {
      assertThat(text.toString()).as(row.files().toString()).containsIgnoringWhitespaces(line);
    }
  }

  @Test
  void eachStudyHasATable() throws IOException {
    assertThat(rows().map(Row::study).distinct()).hasSize(5);
  }
}
