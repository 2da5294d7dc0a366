package dev.sluice.control.sink.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.bus.RunEvent;
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
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        .matches("\\d\\d:\\d\\d:\\d\\d null +[\\d,]+\\.\\d +[\\d,]+\\.\\d .* 0");
    assertThat(text.toString())
        .containsSubsequence(
            "null connected 4/4",
            "the schedule starts",
            "run R1",
            "stopping: the duration has passed",
            "null did ",
            "measured",
            "rate",
            "latency    p50",
            "errors     none");
  }

  @ParameterizedTest
  @CsvSource({
    "UTC, 2028-02-28T23:59:58Z, 2028-02-29T00:00:03Z, 00:00:03 * from here on it is 2028-02-29",
    "UTC, 2028-02-29T23:59:58Z, 2028-03-01T00:00:03Z, 00:00:03 * from here on it is 2028-03-01",
    "UTC, 2027-12-31T23:59:58Z, 2028-01-01T00:00:03Z, 00:00:03 * from here on it is 2028-01-01",
    "Europe/Berlin, 2028-03-26T00:59:58Z, 2028-03-26T01:00:03Z,"
        + " 03:00:03 * from here on the clock is UTC+02:00",
    "Europe/Berlin, 2028-10-29T00:59:58Z, 2028-10-29T01:00:03Z,"
        + " 02:00:03 * from here on the clock is UTC+01:00"
  })
  void aNewDayAndAClockThatWasSetAreSaid(ZoneId zone, Instant before, Instant after, String line) {
    ConsoleReporter console =
        new ConsoleReporter(new Terminal(new PrintWriter(text, true), false), zone);
    console.event(new RunEvent(before, 0, RunEvent.Kind.MARK, "", "before"));
    console.event(new RunEvent(after, 1, RunEvent.Kind.MARK, "", "after"));
    assertThat(text.toString().lines()).hasSize(3).element(1).isEqualTo(line);
  }

  @Test
  void aBarIsWipedBeforeALineAndDrawnAgainBelowIt() {
    Terminal terminal = new Terminal(new PrintWriter(text, true), true);
    terminal.bar("[==  ]");
    terminal.line("a line");
    assertThat(text.toString()).isEqualTo("\r\u001b[K[==  ]\r\u001b[Ka line\n[==  ]");
  }

  @Test
  void aPersonSeesNoLineThatBreaksWithinAWord() {
    Terminal terminal = new Terminal(new PrintWriter(text, true), true);
    String sentence = "word ".repeat(40).strip();
    terminal.line("12:00:00 * " + sentence, 11);
    assertThat(text.toString().lines())
        .hasSize(3)
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80).endsWith("word"))
        .element(1)
        .asString()
        .startsWith(" ".repeat(11) + "word");
    assertThat(text.toString().replaceAll("\\s+", " ").strip()).isEqualTo("12:00:00 * " + sentence);
  }

  @Test
  void aFileHasAnEventInOneLine() {
    Terminal terminal = new Terminal(new PrintWriter(text, true), false);
    terminal.line("word ".repeat(40), 11);
    assertThat(text.toString().lines()).hasSize(1);
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
                Duration.ofSeconds(2), // of a shorter one a busy host makes a single interval
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
