package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sluice.control.scenario.file.Scenario;
import dev.sluice.control.scenario.file.ScenarioReader;
import dev.sluice.control.scenario.file.ScenarioSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What lies in config/: samples that can be read, and a schema that says what they may hold. */
class SampleScenariosTest {

  private static final Path CONFIG = Path.of("..", "config");
  private static final Path SCHEMA = CONFIG.resolve("scenario.schema.json");

  static Stream<Path> samples() throws IOException {
    try (Stream<Path> files = Files.list(CONFIG)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everySampleIsRight(Path sample) throws IOException {
    assumeThat(new ScenarioVocabulary().workloadTypes())
        .as("workloads of the sample")
        .containsAll(typesOf(sample));
    Scenario scenario =
        new ScenarioReader(new ScenarioVocabulary(), name -> Optional.empty())
            .read("sample", sample.toString(), Files.readString(sample), List.of());
    assertThat(scenario.steps()).isNotEmpty();
  }

  private static Set<String> typesOf(Path sample) throws IOException {
    return Pattern.compile("type: (send|receive|request|respond)\\b")
        .matcher(Files.readString(sample))
        .results()
        .map(result -> result.group(1))
        .collect(Collectors.toSet());
  }

  @Test
  void everyExperimentHasAFullAndASmallForm() throws IOException {
    assertThat(samples().map(file -> file.getFileName().toString().substring(0, 3)))
        .containsExactly("e1-", "e1-", "e2-", "e2-", "e3-", "e3-", "e4-", "e4-", "e5-", "e5-");
  }

  /** With {@code -Dupdate.schema=true} it is written instead. */
  @Test
  void theSchemaIsThatOfTheCommands() throws IOException {
    String schema = ScenarioSchema.text(new ScenarioVocabulary());
    if (Boolean.getBoolean("update.schema")) {
      Files.writeString(SCHEMA, schema);
    }
    assertThat(Files.readString(SCHEMA)).isEqualTo(schema);
  }
}
