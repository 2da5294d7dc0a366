package dev.sluice.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every table that the program prints comes from {@code Table}: nothing else lays out a row, writes
 * comma-separated values or makes Markdown. The older tools are excepted, because they print as the
 * tools before them.
 */
class OneTableTest {

  private static final List<String> FLOORS =
      List.of("harness-core", "harness-jms", "harness-control");

  /** Each sign of a row made by hand, and the files that may have it. */
  private static final Map<Pattern, Set<String>> SIGNS =
      Map.of(
          Pattern.compile("\"(?:[^\"]*%[-,+ (]*[1-9]\\d*(?:\\.\\d+)?[a-z]){2}"), Set.of(),
          Pattern.compile("\\bCsv\\.line\\("),
              Set.of("Table.java", "TableFile.java", "RunFileWriter.java", "LivePage.java"),
          Pattern.compile("--:|\" \\| \""), Set.of("Table.java"));

  @Test
  void nothingElseLaysOutARow() throws IOException {
    List<String> found = new ArrayList<>();
    for (String floor : FLOORS) {
      try (Stream<Path> files = Files.walk(Path.of("../..", floor))) {
        for (Path file : files.filter(OneTableTest::isPrinting).toList()) {
          String text = Files.readString(file);
          String name = String.valueOf(file.getFileName());
          SIGNS.forEach(
              (sign, makers) -> {
                if (!makers.contains(name) && sign.matcher(text).find()) {
                  found.add(file + ": " + sign);
                }
              });
        }
      }
    }
    assertThat(found).isEmpty();
  }

  private static boolean isPrinting(Path file) {
    String name = file.toString().replace('\\', '/');
    return name.contains("/src/main/java/")
        && name.endsWith(".java")
        && !name.contains("/older-tools/");
  }
}
