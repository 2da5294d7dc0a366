package dev.sluice.control.sink.legacy;

import static dev.sluice.core.time.Nanos.NANOS_PER_MICRO;

import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.WorkerReading;
import dev.sluice.core.stats.WorkerReading.ServiceTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The table of all workers at the end of ResponseTimeStats, in two halves of four columns of
 * {@value #COLUMN} characters each; times are in microseconds. Pure functions.
 */
final class ResponseTimeTable {

  private static final int COLUMN = 20;
  private static final int HALF = 4 * COLUMN;
  private static final String RULER = ("-".repeat(HALF) + "|").repeat(2);
  private static final String HEADING = " ".repeat(33) + "ResponseTimes";

  private ResponseTimeTable() {}

  /** The table, its lines parted by line feeds. */
  static String of(RunFigures run) {
    List<String> lines = new ArrayList<>();
    lines.add("==================");
    lines.add(RULER);
    lines.add(" ".repeat(HALF) + "|" + HEADING + " ".repeat(HALF - HEADING.length()) + "|");
    lines.add(
        cells("Thread Number", "Iterations", "Duration", "Average MsgPerSec")
            + "|"
            + cells("Average", "Minimum", "Maximum", "Standard Deviation")
            + "|");
    lines.add(RULER);
    int number = 0;
    for (WorkerReading worker : run.measures().perWorker()) {
      ServiceTimes times = worker.service();
      lines.add(
          cells(
                  Integer.toString(++number),
                  Long.toString(worker.iterations()),
                  TimeUnit.NANOSECONDS.toSeconds(worker.ranNanos()) + ".0",
                  oneDecimal(worker.perSecond()))
              + "|"
              + times(
                  times.count(),
                  times.meanNanos(),
                  times.minNanos(),
                  times.maxNanos(),
                  oneDecimal(
                      times.count() == 0 ? 0 : times.standardDeviationNanos() / NANOS_PER_MICRO))
              + "|");
    }
    lines.add(RULER);
    Latency all = run.measures().service();
    lines.add(
        cells(
                "OVERALL:",
                Long.toString(run.iterations()),
                StatisticsLines.decimals(run.meanWorkerSeconds()),
                StatisticsLines.decimals(run.sumOfWorkerRates()))
            + "|"
            + times(all.isEmpty() ? 0 : 1, all.meanNanos(), all.minNanos(), all.maxNanos(), "---"));
    return String.join("\n", lines);
  }

  private static String times(long count, double mean, long min, long max, String deviation) {
    return count == 0
        ? cells("0", "N/A", "N/A", deviation)
        : cells(
            StatisticsLines.micros(mean),
            StatisticsLines.micros((double) min),
            StatisticsLines.micros((double) max),
            deviation);
  }

  private static String oneDecimal(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  /** Columns of the table's one half. */
  private static String cells(String... texts) {
    return Stream.of(texts)
        .map(text -> " ".repeat(Math.max(0, COLUMN - text.length())) + text)
        .collect(Collectors.joining());
  }
}
