package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines that are refused before anything is played. */
class GateCommandTest {

  @TempDir Path temporary;

  private Execution gate(String... more) throws IOException {
    String[] all = Arrays.copyOf(more, more.length + 1);
    all[more.length] = "--out=" + temporary.resolve("out");
    return Execution.ofPlan(
        "gate",
        temporary,
        """
        providers: {nobody: {type: 'null'}}
        workloads: {senders: {type: send, queue: Q, threads: 1}}
        run: {duration: 1s}
        """,
        all);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--against|jars=a.jar|'jars=a.jar' is not one of jar=FILE, class-path=PATH, set=KEY=VALUE",
        "--against|jar|'jar' is not one of jar=FILE, class-path=PATH, set=KEY=VALUE",
        "--against|set=|'set=' is not one of jar=FILE, class-path=PATH, set=KEY=VALUE",
        "--against|jar=no.jar|'no.jar' cannot be read",
        "--against|set=workloads.senders.thread=8|thread",
        "--metric|p98|'p98' is not a figure that runs are compared by; use one of achieved, p50",
        "--margin|0.1%|'0.1%' is not within 1% and 99%",
        "--margin|much|'--margin': write a number",
        "--rounds|2|'2' is below 3",
        "--set|workloads.senders.threads=many|many"
      })
  void whatIsWrongIsSaidInOneLine(String option, String value, String told) throws IOException {
    Execution refused =
        option.equals("--against")
            ? gate(option, value)
            : gate("--against", "set=workloads.senders.threads=2", option, value);
    refused.ended(ExitCode.USAGE);
    assertThat(refused.err()).startsWith("sluice: ").contains(told).doesNotContain("Exception");
    assertThat(refused.out()).isEmpty();
    assertThat(temporary.resolve("out")).doesNotExist();
  }

  @Test
  void aFolderThatIsNotEmptyIsLeftAlone() throws IOException {
    Files.createDirectories(temporary.resolve("out/round-1"));
    assertThat(gate("--against", "set=workloads.senders.threads=2").complaint())
        .contains("is not empty; name a new or empty folder");
  }
}
