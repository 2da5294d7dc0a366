package dev.sluice.control.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.scenario.step.CommandStep;
import dev.sluice.control.secret.Secrets;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DemoCommandTest {

  @Test
  void itsPlanRaisesTheRateThreeTimesAndWantsEachMessageOnce() throws Exception {
    try (InputStream in = DemoCommand.class.getResourceAsStream("demo.yaml")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      Scenario plan =
          new ScenarioReader(new ScenarioVocabulary(new Secrets()), name -> Optional.empty())
              .read("demo", "demo.yaml", text, List.of());
      assertThat(plan.steps()).filteredOn(CommandStep.class::isInstance).hasSize(3);
      assertThat(plan.objectives())
          .extracting(each -> each.workload() + " " + each.objective().written())
          .containsExactly("receivers lost == 0", "receivers duplicates == 0");
    }
  }
}
