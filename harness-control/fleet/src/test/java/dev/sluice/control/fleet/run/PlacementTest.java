package dev.sluice.control.fleet.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.fleet.run.FleetTask.Placement;
import dev.sluice.control.scenario.model.AgentSelection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementTest {

  @ParameterizedTest
  @CsvSource({"9, 3", "10, 3", "2, 3", "1, 1", "180, 7"})
  void eachNumberIsOnOneAgent(int workers, int agents) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < agents; i++) {
      names.add("a" + i);
    }
    Placement placement = new Placement(workers, names);

    List<Integer> numbers = new ArrayList<>();
    for (String name : names) {
      for (int own = 0; own < placement.workersOf(name); own++) {
        numbers.add(placement.number(name, own));
      }
    }

    assertThat(numbers).doesNotHaveDuplicates().hasSize(workers);
    assertThat(numbers).allMatch(number -> number >= 0 && number < workers);
    assertThat(placement.byAgent().values().stream().mapToInt(Integer::intValue).sum())
        .isEqualTo(workers);
  }

  @Test
  void aTaskIsReadAsItWasWritten() {
    FleetTask task =
        new FleetTask(
            "e1",
            "{\"workloads\": {}}",
            Map.of("senders", new Placement(9, List.of("a", "b"))),
            "",
            Map.of("N", "7"),
            1);

    assertThat(FleetTask.parse(task.content())).isEqualTo(task);
  }

  @Test
  void agentsAreANumberAWordOrALabel() {
    assertThat(AgentSelection.parse("all")).isEqualTo(AgentSelection.ALL);
    assertThat(AgentSelection.parse("3").count()).hasValue(3);
    assertThat(AgentSelection.parse("role=app").label()).hasValue("role=app");
    assertThat(AgentSelection.parse("role=app").limitedTo("2").text())
        .isEqualTo("2 with label role=app");
  }
}
