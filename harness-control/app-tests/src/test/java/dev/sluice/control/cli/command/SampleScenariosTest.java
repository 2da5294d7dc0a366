package dev.sluice.control.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.scenario.reading.ScenarioSchema;
import dev.sluice.control.secret.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The samples in config/ can be read, and the schema there accepts them. */
class SampleScenariosTest {

  private static final Path CONFIG = Path.of("../..", "config");

  /** Where files of other programs lie. */
  private static final Set<Path> OTHERS =
      Set.of(CONFIG.resolve("kubernetes"), CONFIG.resolve("prometheus"), CONFIG.resolve("grafana"));

  private static final Path SCHEMA = CONFIG.resolve("scenario.schema.json");

  private static final String WRITE_PROPERTY = "scenarioSchema.write";

  /** One for all, because it holds the model of the whole command line. */
  private static final ScenarioVocabulary VOCABULARY = new ScenarioVocabulary(new Secrets());

  static Stream<Path> samples() throws IOException {
    try (Stream<Path> files = Files.walk(CONFIG)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .filter(file -> file.endsWith("plan.yaml") || OTHERS.stream().noneMatch(file::startsWith))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everySampleIsRight(Path sample) throws IOException {
    Scenario scenario =
        new ScenarioReader(VOCABULARY, name -> Optional.empty())
            .read("sample", sample.toString(), Files.readString(sample), List.of());
    assertThat(scenario.steps().isEmpty() && scenario.objectives().isEmpty()).isFalse();
  }

  @Test
  void everyStudyHasAFolderWithAFullAndASmallForm() throws IOException {
    assertThat(
            samples()
                .filter(file -> file.getParent().getFileName().toString().matches("e\\d-.*"))
                .map(file -> file.getFileName().toString())
                .filter(name -> name.matches("e\\d(-small)?\\.yaml")))
        .containsExactlyInAnyOrder(
            "e1.yaml",
            "e1-small.yaml",
            "e2.yaml",
            "e2-small.yaml",
            "e3.yaml",
            "e3-small.yaml",
            "e4.yaml",
            "e4-small.yaml",
            "e5.yaml",
            "e5-small.yaml");
  }

  /** With {@code -DscenarioSchema.write=true} it is written instead. */
  @Test
  void theSchemaIsThatOfTheCommands() throws IOException {
    String schema = ScenarioSchema.text(VOCABULARY);
    if (Boolean.getBoolean(WRITE_PROPERTY)) {
      Files.writeString(SCHEMA, schema);
    }
    assertThat(Files.readString(SCHEMA))
        .as("write it again with -D%s=true", WRITE_PROPERTY)
        .isEqualTo(schema);
  }
}
