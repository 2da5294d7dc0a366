package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.scenario.file.Scenario;
import dev.sluice.control.scenario.file.ScenarioReader;
import dev.sluice.control.scenario.step.Step;
import dev.sluice.control.scenario.step.ThreadsStep;
import dev.sluice.control.secret.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the shipped scenarios must have in common with the studies they repeat. */
class StudiesTest {

  private static Scenario read(String name) throws IOException {
    Path file = Path.of("..", "config", name + ".yaml");
    return new ScenarioReader(new ScenarioVocabulary(new Secrets()), variable -> Optional.empty())
        .read(name, file.toString(), Files.readString(file), List.of());
  }

  @ParameterizedTest
  @ValueSource(strings = {"e2-request-reply-sweep", "e2-request-reply-sweep-small"})
  void bothHalvesOfARoundTripAreOfOneKind(String name) throws IOException {
    for (List<Scenario.Workload> set : read(name).workloadSets()) {
      List<String> kinds =
          set.stream()
              .map(workload -> workload.section())
              .map(keys -> keys.text("persistent") + " " + keys.text("transacted"))
              .distinct()
              .toList();
      assertThat(kinds).hasSize(1).first().isIn("true true", "false false");
    }
  }

  @Test
  void requestersDoubleFromOneToAsManyAsThereAreResponders() throws IOException {
    List<Step> steps = read("e2-request-reply-sweep").steps();
    assertThat(steps.stream().filter(ThreadsStep.class::isInstance).map(Step::text).limit(10))
        .containsExactly(
            "threads 1 requesters",
            "threads 2 requesters",
            "threads 4 requesters",
            "threads 8 requesters",
            "threads 16 requesters",
            "threads 32 requesters",
            "threads 64 requesters",
            "threads 128 requesters",
            "threads 256 requesters",
            "threads 500 requesters");
  }

  /** The study saw no even spread at its end, either. */
  @ParameterizedTest
  @ValueSource(strings = {"e1-uniform-cluster", "e1-uniform-cluster-small"})
  void balanceIsWaitedForAndNotInsistedOn(String name) throws IOException {
    assertThat(
            read(name).steps().stream().map(Step::text).filter(text -> text.contains("balanced")))
        .isNotEmpty()
        .allMatch(text -> text.endsWith("or goes on"));
  }
}
