package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A plan in which no reply can be found does not start, and a run that found none says why. */
class RepliesThatNobodySelectsTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "worker, worker, true",
    "worker, message, true",
    "worker, request-id, false",
    "worker, none, false",
    "message, message, true",
    "message, worker, true",
    "message, request-id, false",
    "message, none, false",
    "request-id, request-id, true",
    "request-id, worker, false",
    "request-id, message, false",
    "request-id, none, false",
    "none, worker, true",
    "none, none, true"
  })
  void bothSidesMustAgree(String asked, String given, boolean found) throws Exception {
    Execution dry =
        dryRun(
            "reply-correlation: " + asked, "request-queue: A, reply-correlation: " + given, "a, a");
    dry.ended(found ? ExitCode.OK : ExitCode.USAGE);
    if (!found) {
      assertThat(dry.err().lines()).hasSize(1);
      assertThat(dry.complaint())
          .contains(
              "plan.yaml:6:",
              "workloads.responders.reply-correlation: these replies are not what 'requesters'",
              "write the same 'reply-correlation' in both");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "reply-to: temporary-per-message|request-queue: A|a, a",
        "reply-to: temporary-per-worker|request-queue: B|a, a",
        "queues: 1..3|request-queue: A|a, a",
        "queues: 1..3|request-queue: A, queues: 4..5|a, a",
        "threads: 1|request-queue: A|a, b"
      })
  void whoNeverMeetNeedNotAgree(String requesters, String responders, String providers)
      throws Exception {
    dryRun(requesters, responders + ", reply-correlation: none", providers).ended(ExitCode.OK);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "queues: 1..3|request-queue: A2",
        "reply-to: temporary-per-worker|request-queue: A",
        "threads: 2|request-queue: A, copy-request: true"
      })
  void whoMeetMustAgree(String requesters, String responders) throws Exception {
    dryRun(requesters, responders + ", reply-correlation: none", "a, a").ended(ExitCode.USAGE);
  }

  private Execution dryRun(String requesters, String responders, String providers)
      throws Exception {
    String[] each = providers.split(", ");
    return Execution.ofPlan(
        folder,
        """
            providers:
              a: {type: embedded}
              b: {type: 'null'}
            workloads:
              requesters: {type: request, provider: %s, request-queue: A, %s}
              responders: {type: respond, provider: %s, %s}
            """
            .formatted(each[0], requesters, each[1], responders),
        "--dry-run");
  }

  /** By an application that knows nothing of correlation, which no plan can be asked about. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "reply-correlation: worker|new-message: true|true",
        "reply-correlation: message, on-timeout: count|new-message: true|true",
        "reply-correlation: request-id|new-message: false|true",
        "reply-correlation: none, reply-selector: \"a = 'b'\"|new-message: true|true",
        "reply-correlation: worker|new-message: false|false",
        "reply-correlation: worker|new-message: true, reply-queue: OTHER|false"
      })
  void aRunWithoutAnAnswerLooksForThem(String requesters, String forwarders, boolean there)
      throws Exception {
    String to = forwarders.contains("reply-queue") ? "" : "reply-queue: RP, ";
    Execution ran =
        Execution.ofPlan(
            folder,
            """
            workloads:
              requesters:
                {type: request, request-queue: RQ, reply-queue: RP, rate: 10, %s,
                 receive-timeout: 200ms}
              forwarders: {type: forward, request-queue: RQ, %s%s}
            run: {interval: 500ms, duration: 1s}
            """
                .formatted(requesters, to, forwarders));
    String remark =
        "; replies that nobody selects lie on RP: \\d+; do responders and requesters agree";
    if (there) {
      assertThat(ran.out()).containsPattern("  verdict .*" + remark);
    } else {
      assertThat(ran.out()).doesNotContain("nobody selects");
    }
  }
}
