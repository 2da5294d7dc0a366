package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The lines of MQ-CPH's tutorial and our scenario of it do the same. */
class TutorialLinesTest {

  private static final Path FOLDER = Path.of("../..", "config", "e4-tutorial");

  private static String explained(String script) throws IOException {
    String text = Files.readString(FOLDER.resolve(script)).replace("\\\n", " ");
    String line =
        text.substring(text.indexOf(" cph ") + 1)
            .replace("\"$@\"", "")
            .replace("\"${MQUSER:-perf}\"", "perf")
            .strip();
    List<String> arguments = new ArrayList<>(Arrays.asList(line.split("\\s+", -1)));
    arguments.add(1, "--explain");
    Execution execution = Execution.of(arguments.toArray(String[]::new)).ended(ExitCode.OK);
    return execution.out().lines().findFirst().orElseThrow() + " ";
  }

  private static String scenario() throws IOException {
    return Files.readString(FOLDER.resolve("e4.yaml"));
  }

  @Test
  void responders() throws IOException {
    String line = explained("cph-responders.sh");
    for (String option :
        List.of(
            "--bindings",
            "--qmgr PERF0",
            "--threads 200",
            "--request-queue REQUEST",
            "--reply-queue REPLY",
            "--queues 1..10",
            "--transacted",
            "--persistent",
            "--copy-request",
            "--receive-timeout 0",
            "--id ResP1",
            "--interval 5s")) {
      assertThat(line).contains(option);
      assertThat(scenario()).containsIgnoringWhitespaces(option);
    }
  }

  @Test
  void requesters() throws IOException {
    String line = explained("cph-requesters.sh");
    for (String option :
        List.of(
            "threads 100",
            "request-queue REQUEST",
            "reply-queue REPLY",
            "queues 1..10",
            "size 2048",
            "message text",
            "target-client mq",
            "receive-timeout 30s",
            "start-timeout 10s")) {
      assertThat(line).contains("--" + option + " ");
      assertThat(scenario()).contains(option.replace(" ", ": ") + "\n");
    }
    for (String flag : List.of("transacted", "persistent")) {
      assertThat(line).contains("--" + flag + " ");
      assertThat(scenario()).contains(flag + ": true\n");
    }
    assertThat(line).contains("--port 1420 ", "--channel SYSTEM.DEF.SVRCONN ");
    assertThat(scenario()).contains("${MQPORT:-1420}", "${MQCHANNEL:-SYSTEM.DEF.SVRCONN}");
  }
}
