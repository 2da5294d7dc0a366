package dev.sluice.it.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.run.PackagedProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/failure-modes.md} true. */
class FailureModesTest {

  private static final Path PAGE = PackagedProgram.root().resolve("docs/failure-modes.md");
  private static final Pattern TEST = Pattern.compile("`(\\w+(?:IT|Test))`");
  private static final Pattern PLAYED = Pattern.compile("`NemesisIT` \\(([^)]*)\\)");

  @Test
  void eachRowNamesATestThatExists() throws IOException {
    Set<String> tests = testsOfAllModules();
    assertThat(rows()).isNotEmpty();
    assertThat(rows())
        .allSatisfy(
            row ->
                assertThat(named(TEST, lastCell(row)))
                    .as(row)
                    .isNotEmpty()
                    .allMatch(tests::contains));
  }

  @Test
  void eachFaultHasARowAndEachRowAFault() throws IOException {
    List<String> played =
        rows().stream().flatMap(row -> named(PLAYED, lastCell(row)).stream()).toList();
    assertThat(played)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Fault.values()).map(Fault::title).toList());
  }

  private static List<String> rows() throws IOException {
    return Files.readAllLines(PAGE).stream()
        .takeWhile(line -> !line.startsWith("## How long it takes"))
        .filter(line -> line.startsWith("| ") && !line.startsWith("| what breaks "))
        .toList();
  }

  private static String lastCell(String row) {
    return row.substring(row.lastIndexOf(" | "));
  }

  private static List<String> named(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult result) -> result.group(1)).toList();
  }

  private static Set<String> testsOfAllModules() throws IOException {
    Set<String> names = new HashSet<>();
    for (String folder :
        List.of("harness-core", "harness-jms", "harness-control", "src-it/tests")) {
      try (Stream<Path> files = Files.walk(PackagedProgram.root().resolve(folder))) {
        files
            .filter(file -> file.toString().contains("src/test/java"))
            .map(file -> file.getFileName().toString())
            .filter(name -> name.endsWith(".java"))
            .map(name -> name.replace(".java", ""))
            .forEach(names::add);
      }
    }
    return names;
  }
}
