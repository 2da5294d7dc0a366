package dev.sluice.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The walks in docs/architecture.md lead through files and methods that are there. */
class ArchitectureWalksTest {

  private static final Path DOCS = Path.of("../..", "docs");
  private static final Pattern WALK = Pattern.compile("(?s)## (Walk \\d+): (.*?)(?=\\n## )");
  private static final Pattern STEP =
      Pattern.compile("\\| \\[(\\w+)\\]\\((\\.\\./\\S+\\.java)\\) \\| `(\\w+)` \\|");

  /** One row of a walk. */
  private record Step(Path file, String name, String method) {

    String source() throws IOException {
      return Files.readString(file);
    }
  }

  @Test
  void eachFileOfAWalkHasItsMethod() throws Exception {
    for (MatchResult walk : walks()) {
      for (Step step : steps(walk)) {
        assertThat(step.file()).as(walk.group(1)).isRegularFile();
        assertThat(step.file().getFileName()).hasToString(step.name() + ".java");
        assertThat(step.source())
            .as(walk.group(1) + ": " + step.name())
            .containsPattern("\\b" + step.method() + "\\(");
      }
    }
  }

  @Test
  void eachFileOfAWalkIsKnownToOneBeforeIt() throws Exception {
    for (MatchResult walk : walks()) {
      StringBuilder before = new StringBuilder();
      for (Step step : steps(walk)) {
        assertThat(
                before.isEmpty()
                    || before.indexOf(step.method() + "(") >= 0
                    || Pattern.compile("\\b" + step.name() + "\\b").matcher(before).find())
            .as(walk.group(1) + ": nothing leads to " + step.name() + "." + step.method())
            .isTrue();
        before.append(step.source());
      }
    }
  }

  /** Those that are written as tables of links. */
  private static List<MatchResult> walks() throws IOException {
    String text = Files.readString(DOCS.resolve("architecture.md")) + "\n## ";
    return WALK.matcher(text).results().filter(walk -> STEP.matcher(walk.group()).find()).toList();
  }

  private static List<Step> steps(MatchResult walk) {
    List<Step> steps = new ArrayList<>();
    STEP.matcher(walk.group())
        .results()
        .forEach(
            row -> steps.add(new Step(DOCS.resolve(row.group(2)), row.group(1), row.group(3))));
    return steps;
  }
}
