package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines that are refused before anything is played. */
class ExplainCommandTest {

  @TempDir Path temporary;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--vary|colour|Invalid value for option '--vary'",
        "--queues|many|'many' is not a range such as 1..8",
        "--rounds|1|one round knows no errors; use 2 or more",
        "--workload|nobody|'nobody' is none of senders",
        "--set|workloads.senders.threads=many|many"
      })
  void whatIsWrongIsSaidInOneLine(String option, String value, String told) throws IOException {
    Path out = temporary.resolve("out");
    Execution refused =
        Execution.ofPlan(
            "explain",
            temporary,
            """
            providers: {nobody: {type: 'null'}}
            workloads: {senders: {type: send, queue: Q, threads: 1}}
            run: {duration: 1s}
            """,
            "--out=" + out,
            option,
            value);
    refused.ended(ExitCode.USAGE);
    assertThat(refused.err()).startsWith("sluice: ").contains(told).doesNotContain("Exception");
    assertThat(refused.out()).isEmpty();
    assertThat(out).doesNotExist();
  }
}
