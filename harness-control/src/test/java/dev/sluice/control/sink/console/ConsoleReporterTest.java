package dev.sluice.control.sink.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.worker.NullWorker;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The console during a real run. */
class ConsoleReporterTest {

  private final StringWriter text = new StringWriter();

  @Test
  void aRunIsALineForEachIntervalUnderAHeaderAndASummary() throws Exception {
    runWith(new Terminal(new PrintWriter(text, true), false));
    List<String> lines = text.toString().lines().toList();
    int header = indexOfLine(lines, "time ");
    assertThat(lines.get(header)).contains("target/s", "achieved/s", "p50", "p99", "errors");
    assertThat(lines.get(header + 1))
        .as("aligned under the header")
        .hasSize(lines.get(header).length())
        .matches("\\d\\d:\\d\\d:\\d\\d R1 +null +[\\d,]+\\.\\d +[\\d,]+\\.\\d +4/4 .* 0");
    assertThat(text.toString())
        .containsSubsequence(
            "null connected 4/4",
            "the schedule starts",
            "stopping: the duration has passed",
            "summary of R1",
            "latency from intended start",
            "service time",
            "lateness of start",
            "errors none",
            "verdict");
  }

  @Test
  void aBarIsWipedBeforeALineAndDrawnAgainBelowIt() {
    Terminal terminal = new Terminal(new PrintWriter(text, true), true);
    terminal.bar("[==  ]");
    terminal.line("a line");
    assertThat(text.toString()).isEqualTo("\r\u001b[K[==  ]\r\u001b[Ka line\n[==  ]");
  }

  @Test
  void nobodySeesABarInAFile() {
    Terminal terminal = new Terminal(new PrintWriter(text, true), false);
    terminal.bar("[==  ]");
    assertThat(text.toString()).isEmpty();
  }

  private static int indexOfLine(List<String> lines, String start) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith(start)) {
        return i;
      }
    }
    throw new AssertionError("no line starts with " + start + " in " + lines);
  }

  private static void runWith(Terminal terminal) throws Exception {
    WorkloadSpec workload =
        WorkloadSpec.of("null", NullWorker.factory(), 4, new RateTarget.PerWorker(500));
    new Run(
            new RunSpec(
                "R1",
                List.of(workload),
                Duration.ofMillis(300),
                Duration.ZERO,
                Duration.ofMillis(100),
                Duration.ofSeconds(10)),
            NanoClock.SYSTEM,
            InstantSource.system(),
            CpuMeter.ofThisProcess(),
            new SplittableRandom(1),
            List.of(new ConsoleReporter(terminal, ZoneOffset.UTC)))
        .execute();
  }
}
