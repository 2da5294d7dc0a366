package dev.sluice.control.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StepTableTest {

  private static StepTable table(String loop, List<String> header, List<String> row) {
    return new StepTable("steps.csv", header, List.of(row), List.of(loop), Map.of());
  }

  private static StepTable joined(StepTable one, StepTable other) {
    Map<String, StepTable> tables = new LinkedHashMap<>();
    tables.put("one", one);
    tables.put("other", other);
    return StepTable.joined(tables);
  }

  @Test
  void aColumnThatARowDoesNotReachOrATableDoesNotHaveIsEmpty() {
    StepTable.Row row = table("n", List.of("step", "n", "p50"), List.of("a", "1")).rows().get(0);
    assertThat(row.cell("n")).isEqualTo("1");
    assertThat(row.cell("p50")).isEmpty();
    assertThat(row.cell("p99")).isEmpty();
  }

  @Test
  void aJoinedTableHasAllCellsAndSaysWhichTableTheyAreOf() {
    StepTable joined =
        joined(
            table("n", List.of("run", "step", "n"), List.of("run-1", "a", "1")),
            table("m", List.of("run", "step", "p50", "m"), List.of("run-1", "b", "2.5", "3")));
    assertThat(joined.header()).containsExactly("step", "n", "p50", "m", "sweep");
    assertThat(joined.variables()).containsExactly("sweep", "n", "m");
    assertThat(joined.cells())
        .containsExactly(List.of("a", "1", "", "", "one"), List.of("b", "", "2.5", "3", "other"));
    assertThat(joined.lines()).hasSize(3).first().isEqualTo(joined.header());
  }

  @Test
  void aTableThatIsAJoinedOneKeepsItsOwnColumn() {
    StepTable table = table("sweep", List.of("step", "sweep"), List.of("a", "old"));
    StepTable joined = joined(table, table);
    assertThat(joined.header()).containsExactly("step", "sweep", "sweep_compared");
    assertThat(joined.rows().get(1).cell("sweep")).isEqualTo("old");
    assertThat(joined.rows().get(1).cell("sweep_compared")).isEqualTo("other");
  }
}
