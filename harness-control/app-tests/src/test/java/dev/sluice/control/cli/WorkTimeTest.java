package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Work on messages and trace contexts, as people ask for them. */
class WorkTimeTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2ms",
        "0",
        "1.5ms",
        "uniform:1ms..5ms",
        "uniform:0.5ms..0.75ms",
        "exponential:2ms",
        "lognormal:2ms,0.5",
        "ramp:20ms..2ms,5m"
      })
  void formsAreRead(String text) {
    Execution dry = Execution.of("receive", "--work-time", text, "--dry-run");
    assertThat(dry.err()).isEmpty();
    dry.ended(ExitCode.OK);
    assertThat(dry.out()).contains(", with work");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2|write 2ms or 2s",
        "5ms to 40ms|write 2ms, uniform:1ms..5ms",
        "uniform:5ms|write 2ms, uniform:1ms..5ms",
        "uniform:5ms..1ms|the range ends before it begins",
        "lognormal:2ms|write 2ms, uniform:1ms..5ms",
        "lognormal:2ms,9|sigma must be above 0 and at most 3",
        "exponential:2ms,1|write a time such as",
        "gamma:2ms|write 2ms, uniform:1ms..5ms"
      })
  void whatIsNotATimeSaysWhatWouldBe(String text, String remedy) {
    Execution refused =
        Execution.of("subscribe", "--work-time", text, "--dry-run").ended(ExitCode.USAGE);
    assertThat(refused.complaint()).contains("'" + text + "': ", remedy);
  }

  @ParameterizedTest
  @ValueSource(strings = {"receive", "subscribe", "respond", "forward"})
  void whoeverReceivesMayWork(String command) {
    Execution dry = Execution.of(command, "--work-time", "5ms", "--work-seed", "7", "--dry-run");
    dry.ended(ExitCode.OK);
    assertThat(dry.out()).containsOnlyOnce(", with work");
    assertThat(Execution.of(command, "--dry-run").out()).doesNotContain(", with work");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "responders: {type: respond, request-queue: A, reply-queue: B, %s}",
        "responders: {type: respond, request-queue: A, reply-queue: B, copy-request: true, %s}",
        "responders: {type: respond, request-queue: C, reply-queue: B}\n"
            + "  forwarders: {type: forward, request-queue: A, reply-queue: C, %s}"
      })
  void aRoundTripHasTheWorkOfWhoeverIsOnItsWay(String workers, @TempDir Path temporary)
      throws Exception {
    Execution ran =
        Execution.ofPlan(
            temporary,
            """
        workloads:
          requesters: {type: request, request-queue: A, reply-queue: B, rate: 8}
          %s
        run: {interval: 500ms, duration: 1s}
        objectives: [requesters: p50 >= 40ms]
        """
                .formatted(workers.formatted("transacted: true, work-time: 40ms")),
            "--detail");
    ran.ended(ExitCode.OK);
    assertThat(ran.out()).contains("\n    work  ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1%", "101%", "0.00001%"})
  void aShareOfMessagesIsWithinItsLimits(String text) {
    Execution refused =
        Execution.of("send", "--traceparent", text, "--dry-run").ended(ExitCode.USAGE);
    assertThat(refused.complaint()).contains("'" + text + "' is not 0 or from 0.0001% to 100%");
  }

  @Test
  void theFolderNamesTheFirstTraces(@TempDir Path temporary) throws Exception {
    Path folder = temporary.resolve("out");
    Execution ran =
        Execution.of(
            "send",
            "--provider",
            "null",
            "--count",
            "5",
            "--traceparent",
            "50%",
            "--out",
            "" + folder);
    ran.ended(ExitCode.OK);
    JSONObject run = new JSONObject(Files.readString(folder.resolve("run.json")));
    assertThat(run.getJSONObject("configuration").getJSONArray("traceparents").toList())
        .hasSize(10)
        .allMatch(each -> each.toString().matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01"));
    assertThat(Execution.of("send", "--traceparent", "50%", "--dry-run").out())
        .contains("traceparent  on ", "of them, from 00-");
  }
}
