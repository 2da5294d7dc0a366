package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An observer that fails is a gap everywhere, and never a number. */
class ObserverGapTest {

  @TempDir Path folder;

  @Test
  void whatCannotBeReadIsMissingAndSaid() throws IOException {
    Path out = folder.resolve("out");
    Execution execution =
        Execution.ofPlan(
            folder,
            """
            providers: {none: {type: "null"}}
            workloads: {senders: {type: send, rate: 50}}
            run: {interval: 100ms}
            observers:
              broken: {command: "echo 777; exit 3"}
              sound: {command: "echo 5"}
              coloured: {command: 'printf "\\033[31mred\\n" >&2; exit 3'}
            steps:
              - measure: one
                for: 300ms
                objectives: [{observer: broken, below: 1000}, {observer: sound, below: 1000}]
            """,
            "--out=" + out);
    execution.ended(ExitCode.OBJECTIVES_MISSED);
    assertThat(execution.out())
        .contains("FAIL one: broken below 1000: was not measured")
        .contains("PASS one: sound below 1000: ")
        .contains("observer broken has a gap in its readings: ")
        .containsPattern("observer coloured has a gap in its readings: .* 3: \\?\\[31mred");
    assertThat(out.resolve("events.jsonl"))
        .content()
        .containsOnlyOnce("observer broken has a gap in its readings: ");
    assertThat(out.resolve("observations.jsonl"))
        .content()
        .contains("\"sound\"")
        .doesNotContain("\"broken\"");
    List<String> lines = Files.readAllLines(out.resolve("steps.csv"));
    List<String> header = List.of(lines.get(0).split(",", -1));
    List<String> row = List.of(lines.get(1).split(",", -1));
    assertThat(row.get(header.indexOf("broken"))).isEmpty();
    assertThat(row.get(header.indexOf("sound"))).isEqualTo("5");
  }
}
