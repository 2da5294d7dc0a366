package dev.sluice.it.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.core.stats.Window;
import dev.sluice.it.cli.SluiceProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is killed without a warning. */
class KilledRunIT {

  private static final Duration DEADLINE = Duration.ofMinutes(1);
  private static final int ENOUGH_LINES = 8;
  private static final long POLL_MILLIS = 20;

  @TempDir Path temporary;

  @Test
  void itKeepsAllButItsLastIntervalAndStillHasAReport() throws Exception {
    Path folder = temporary.resolve("run");
    Process process =
        SluiceProcess.start(
            temporary,
            temporary.resolve("killed.txt"),
            List.of(
                "send", "--total-rate", "500", "--interval", "100ms", "--out", folder.toString()));
    long seen;
    try {
      seen = awaitLines(folder.resolve("intervals.jsonl"));
    } finally {
      process.destroyForcibly().waitFor(); // SIGKILL
    }
    List<Long> numbers = new ArrayList<>();
    AtomicLong iterations = new AtomicLong();
    AtomicLong latencies = new AtomicLong();
    long damaged =
        RecordedRun.open(folder)
            .intervals(
                interval -> {
                  Window measures = interval.workloads().get(0);
                  numbers.add(interval.number());
                  iterations.addAndGet(measures.counts().iterations());
                  latencies.addAndGet(measures.latency().count());
                });
    // a busy host may send nothing for the length of an interval; counters are read first
    assertThat(iterations.get()).isPositive();
    assertThat(latencies.get())
        .as("the histograms are there")
        .isGreaterThanOrEqualTo(iterations.get());
    assertThat(damaged).isZero();
    assertThat(numbers).hasSizeGreaterThanOrEqualTo((int) seen);
    assertThat(numbers)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, numbers.size()).boxed().toList());
    assertThat(folder.resolve("report.html")).doesNotExist();

    SluiceProcess report = SluiceProcess.run(temporary, List.of("report", folder.toString()));
    assertThat(report.exitCode()).as(String.join("\n", report.lines())).isZero();
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("\"headline\":\"Unfinished\"")
        .contains("\"intervals\":" + numbers.size());
  }

  private static long awaitLines(Path file) throws Exception {
    long deadlineNanos = System.nanoTime() + DEADLINE.toNanos();
    while (System.nanoTime() < deadlineNanos) {
      if (Files.exists(file)) {
        long lines = Files.readString(file).chars().filter(c -> c == '\n').count();
        if (lines >= ENOUGH_LINES) {
          return lines;
        }
      }
      Thread.sleep(POLL_MILLIS);
    }
    throw new AssertionError("no intervals came");
  }
}
