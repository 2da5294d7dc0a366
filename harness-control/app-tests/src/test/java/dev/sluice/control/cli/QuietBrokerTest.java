package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The broker in this process is set up by the harness, so that a run hears no warning of it. */
class QuietBrokerTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "put-get --queue Q --count 3",
        "publish --topic T --count 3",
        "send --queue Q --queues 1..3 --count 9"
      })
  void itWarnsOfNothing(String line) {
    Path out = folder.resolve("out");
    Execution.of((line + " --provider embedded --out " + out).split(" ")).ended(ExitCode.OK);
    assertThat(out.resolve("events.jsonl"))
        .content()
        .contains("started")
        .doesNotContain("a library warns");
  }
}
