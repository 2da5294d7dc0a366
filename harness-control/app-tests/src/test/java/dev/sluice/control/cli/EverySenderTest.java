package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What senders of a run have sent is checked, lost or not arrived, each of them, whether anything
 * of it came or not: by the account of the run and by the check of its history alike.
 */
class EverySenderTest {

  private static final Pattern SENT = Pattern.compile("messages \\d+ measured, (\\d+) in all");
  private static final Pattern FOUND =
      Pattern.compile("(\\d+) checked, lost (\\d+)(?:, not arrived (\\d+))?");

  /** Ways in which messages do not come. */
  private enum Plan {
    EXPIRED(
        """
        workloads:
          senders: {type: send, queue: Q, threads: 4, rate: 50, expiry: 50ms, %1$s}
          receivers: {type: receive, queue: Q, threads: 1, %1$s}
        steps:
          - pause: receivers
          - wait: 500ms
          - pause: senders
          - wait: 500ms
          - resume: receivers
          - wait: 200ms
        """),
    ON_A_QUEUE_THAT_NOBODY_READS(
        """
        workloads:
          senders: {type: send, queue: Q, queues: 1..3, threads: 3, rate: 50, %1$s}
          receivers: {type: receive, queue: Q, queues: 1..2, threads: 2, %1$s}
        steps:
          - wait: 500ms
        """),
    KEPT_BY_A_SUBSCRIPTION(
        """
        workloads:
          publishers: {type: publish, topic: T, threads: 1, rate: 50, %1$s}
          subscribers: {type: subscribe, topic: T, threads: 1, durable: true, client-id: c, %1$s}
        steps:
          - wait: 300ms
          - pause: subscribers
          - wait: 300ms
        """);

    private final String text;

    Plan(String text) {
      this.text = text;
    }
  }

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void isInTheAccount(Plan plan) throws Exception {
    String text = plan.text.formatted("verify: true, history: true");
    Path out = folder.resolve("out");
    Execution run =
        Execution.ofPlan(folder, text + "run: {interval: 100ms}\n", "--detail", "--out=" + out);
    run.ended(ExitCode.FAILED_RUN);
    long sent = number(SENT.matcher(run.out()).results().findFirst().orElseThrow(), 1);
    MatchResult found = FOUND.matcher(run.out()).results().findFirst().orElseThrow();
    assertThat(sum(found)).as(run.out()).isEqualTo(sent);
    assertThat(number(found, plan == Plan.EXPIRED ? 2 : 3)).as(run.out()).isPositive();
    assertThat(number(found, plan == Plan.EXPIRED ? 3 : 2)).as(run.out()).isZero();

    Execution check = Execution.of("check", out.toString()).ended(ExitCode.FAILED_RUN);
    assertThat(check.out()).contains(found.group()).contains(": sent " + sent);
    Execution twice = Execution.of("check", out.toString(), out.toString()).ended(ExitCode.USAGE);
    assertThat(twice.complaint()).contains("hold one history");
  }

  private static long sum(MatchResult found) {
    return number(found, 1) + number(found, 2) + number(found, 3);
  }

  private static long number(MatchResult found, int group) {
    String text = found.group(group);
    return text == null ? 0 : Long.parseLong(text);
  }
}
