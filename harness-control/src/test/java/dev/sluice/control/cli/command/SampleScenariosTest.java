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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What lies in config/: samples that can be read, and a schema that says what they may hold. */
class SampleScenariosTest {

  private static final Path CONFIG = Path.of("..", "config");
  private static final Path SCHEMA = CONFIG.resolve("scenario.schema.json");

  private static final String WRITE_PROPERTY = "scenarioSchema.write";

  static Stream<Path> samples() throws IOException {
    try (Stream<Path> files = Files.walk(CONFIG)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everySampleIsRight(Path sample) throws IOException {
    Scenario scenario =
        new ScenarioReader(new ScenarioVocabulary(new Secrets()), name -> Optional.empty())
            .read("sample", sample.toString(), Files.readString(sample), List.of());
    assertThat(scenario.steps().isEmpty() && scenario.objectives().isEmpty()).isFalse();
  }

  @Test
  void everyExperimentHasAFullAndASmallForm() throws IOException {
    assertThat(
            samples()
                .filter(file -> CONFIG.equals(file.getParent()))
                .map(file -> file.getFileName().toString())
                .filter(name -> name.matches("e\\d-.*"))
                .map(name -> name.substring(0, 3)))
        .containsExactly("e1-", "e1-", "e2-", "e2-", "e3-", "e3-", "e4-", "e4-", "e5-", "e5-");
  }

  /** With {@code -DscenarioSchema.write=true} it is written instead. */
  @Test
  void theSchemaIsThatOfTheCommands() throws IOException {
    String schema = ScenarioSchema.text(new ScenarioVocabulary(new Secrets()));
    if (Boolean.getBoolean(WRITE_PROPERTY)) {
      Files.writeString(SCHEMA, schema);
    }
    assertThat(Files.readString(SCHEMA))
        .as("write it anew with -D%s=true", WRITE_PROPERTY)
        .isEqualTo(schema);
  }
}
