package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Without the program on the class path; sluice-junit plays plans with it. */
class PlanTest {

  @Test
  void whoCannotPlayPlansIsToldWhatIsMissing() {
    assertThatThrownBy(() -> Sluice.plan(Path.of("gate.yaml")).run())
        .isInstanceOf(SluiceException.class)
        .hasMessage("a plan needs dev.sluice:sluice on the class path");
  }

  @Test
  void plansAreValues() {
    Plan plan = Sluice.plan(Path.of("gate.yaml"));
    assertThat(plan.set("run.duration", "2s").set("vars.size", "2KiB"))
        .hasToString("gate.yaml with run.duration=2s, vars.size=2KiB");
    assertThat(plan).hasToString("gate.yaml");
  }
}
