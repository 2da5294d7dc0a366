package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.legacy.LiveProcess;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Senders whose queue is full, because nobody receives. */
class BlockedSendersIT {

  private static final Pattern BLOCKED =
      Pattern.compile(
          ".* senders: all workers blocked since \\d\\d:\\d\\d:\\d\\d: SLUICE holds [1-9]\\d*"
              + " messages, it is full \\(64 MiB\\), no receiver");

  @Test
  void itIsSaidOnceThatTheQueueIsFull() throws Exception {
    try (LiveProcess senders =
        LiveProcess.start("send --threads 3 --size 90KiB --interval 200ms --stop-timeout 2s")) {
      assertThat(senders.await(0, BLOCKED, Duration.ofMinutes(2))).as("%s", senders).isPresent();
      senders.interrupt();
      senders.exitCode(Duration.ofMinutes(2));
      List<String> told =
          senders.lines().stream().filter(line -> line.contains("blocked")).toList();
      assertThat(told).hasSize(1);
    }
  }
}
