package dev.sluice.control.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables of docs/studies.md quote lines of the studies' files, which must have them. */
class StudyTablesTest {

  private static final Path HOME = Path.of("../..");
  private static final String HEADER = "| of the study | file | line | equal? |";
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final int FILE = 2;
  private static final int LINE = 3;

  /**
   * A row that names files.
   *
   * @param study such as E1
   * @param files as they are quoted
   * @param lines as they are quoted
   */
  record Row(String study, List<String> files, List<String> lines) {}

  static Stream<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    String study = "";
    boolean inTable = false;
    for (String line : Files.readAllLines(HOME.resolve("docs/studies.md"))) {
      if (line.startsWith("## ")) {
        study = line.substring(3);
      }
      inTable = line.equals(HEADER) || (inTable && line.startsWith("|"));
      String[] cells = line.replace("\\|", "\u0000").split("\\|", -1);
      if (inTable && !quoted(cells[FILE]).isEmpty()) {
        rows.add(new Row(study, quoted(cells[FILE]), quoted(cells[LINE])));
      }
    }
    return rows.stream();
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
      text.append(Files.readString(folder(row.study()).resolve(file))).append('\n');
    }
    for (String line : row.lines()) {
      assertThat(text.toString()).as(row.files().toString()).containsIgnoringWhitespaces(line);
    }
  }

  private static Path folder(String study) throws IOException {
    try (Stream<Path> folders = Files.list(HOME.resolve("config"))) {
      return folders
          .filter(
              path ->
                  path.getFileName().toString().startsWith(study.toLowerCase(Locale.ROOT) + "-"))
          .findFirst()
          .orElseThrow();
    }
  }
}
