package dev.sluice.control.compat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of lines names options, workers and sections that there are. */
class LineRulesTest {

  private static final Map<String, ResourceTable.Section> SECTIONS =
      ResourceTable.read("lines").sections();
  private static final Pattern LETTERS =
      Pattern.compile("(?:[@-]|given:)?([a-z_0-9]+)(?:[<>=!~].*)?");

  private static List<List<String>> rows() {
    return SECTIONS.values().stream().flatMap(section -> section.rows().stream()).toList();
  }

  /** The words of a cell up to a text for people. */
  private static List<String> words(String cell) {
    return Arrays.stream(cell.replaceFirst("(^| )[!?] .*", "").split(" +"))
        .filter(word -> !word.isEmpty())
        .toList();
  }

  @Test
  void everyRowHasThreeColumns() {
    assertThat(rows()).isNotEmpty().allSatisfy(row -> assertThat(row).hasSize(3));
  }

  @Test
  void everySectionIsExecuted() {
    List<String> executed = new ArrayList<>(List.of("perfharness", "cph"));
    rows().stream()
        .flatMap(row -> words(row.get(2)).stream())
        .filter(word -> word.startsWith("["))
        .forEach(word -> executed.add(word.substring(1, word.length() - 1)));
    assertThat(SECTIONS.keySet()).containsExactlyInAnyOrderElementsOf(Set.copyOf(executed));
  }

  @Test
  void everyOptionIsOneOfATool() {
    List<String> known = new ArrayList<>();
    for (Tool tool : Tool.values()) {
      OptionCatalogue catalogue = OptionCatalogue.of(tool);
      known.addAll(catalogue.names(catalogue.modules()));
    }
    List<String> named = new ArrayList<>();
    for (List<String> row : rows()) {
      for (String words : words(row.get(1))) {
        for (String word : words.split("/")) {
          named.add(word.replaceFirst("^!", ""));
        }
      }
      words(row.get(2)).stream().filter(word -> word.matches("[@-][a-z].*")).forEach(named::add);
    }
    named.removeIf(word -> word.startsWith("--") || word.startsWith(":"));
    assertThat(named)
        .isNotEmpty()
        .allSatisfy(
            word -> {
              Matcher matcher = LETTERS.matcher(word);
              assertThat(matcher.matches()).as(word).isTrue();
              assertThat(known).contains(matcher.group(1));
            });
  }

  @Test
  void whoIsACommandAWorkerAModuleOrAPackage() {
    List<LegacyWorker> workers =
        Arrays.stream(Tool.values()).flatMap(tool -> LegacyWorker.of(tool).stream()).toList();
    for (List<String> row : rows()) {
      assertThat(words(row.get(0).replaceFirst("^not ", "")))
          .allSatisfy(who -> assertThat(workers).as(who).anyMatch(worker -> worker.isAmong(who)));
    }
  }
}
