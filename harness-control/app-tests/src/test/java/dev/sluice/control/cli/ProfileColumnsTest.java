package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Result files of other tools as profiles: what is taken is said, or nothing is. */
class ProfileColumnsTest {

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "timeStamp,elapsed,label;1700000000000,12,put;1700000002000,9,put"
            + " | a message for each 'timeStamp'",
        "second,latency_ms,requests;1,250,40;2,300,50 | counts in column 'requests'",
        "elapsed_s,p99_ms,requests/s;0,9,100;60,8,120 | rates in column 'requests/s'"
      })
  void commandsAndPlansSayWhatIsTaken(String rows, String taken) throws IOException {
    Path table = table(rows);
    Execution command =
        Execution.of("send", "--profile", "" + table, "--dry-run").ended(ExitCode.OK);
    assertThat(command.out()).contains(taken);
    Execution plan = Execution.ofPlan(directory, plan(table), "--dry-run").ended(ExitCode.OK);
    assertThat(plan.out()).contains("senders plays a profile: " + taken);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "time,vus,response_time;1,10,250;2,10,300",
        "time,errors,bytes_received;1,0,2048;2,1,2048"
      })
  void whatIsNoLoadIsRefusedWithWhatThereIs(String rows) throws IOException {
    Path table = table(rows);
    for (Execution refused :
        new Execution[] {
          Execution.of("send", "--profile", "" + table, "--dry-run"),
          Execution.ofPlan(directory, plan(table), "--dry-run")
        }) {
      refused.ended(ExitCode.USAGE);
      assertThat(refused.complaint())
          .contains(
              "profile-column",
              "rename it",
              "leave only times",
              String.join(", ", rows.substring(0, rows.indexOf(';')).split(",")));
    }
  }

  private Path table(String rows) throws IOException {
    return Files.writeString(directory.resolve("table.csv"), rows.replace(';', '\n') + "\n");
  }

  private static String plan(Path table) {
    return """
        providers: {p: {type: 'null'}}
        workloads:
          senders: {type: send, queue: Q, profile: '%s'}
        run: {duration: 1s}
        """
        .formatted(table);
  }
}
