package dev.sluice.control.sink.legacy;

import static dev.sluice.core.time.Nanos.NANOS_PER_MICRO;

import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.WorkerReading;
import dev.sluice.core.stats.WorkerReading.ServiceTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * ResponseTimeStats: mean service times, and a table of all workers at the end, in two halves of
 * four columns of {@value #COLUMN} characters each; times are in microseconds.
 */
final class ResponseTimeFormat implements StatisticsFormat {

  private static final int COLUMN = 20;
  private static final int HALF = 4 * COLUMN;
  private static final String RULER = ("-".repeat(HALF) + "|").repeat(2);
  private static final String HEADING = " ".repeat(33) + "ResponseTimes";

  private final boolean perWorker;
  private final HeapPart heap;

  /**
   * @param perWorker whether iterations and service time of each worker are shown
   * @param usedHeapBytes reads the heap in use, null if it is not shown
   */
  ResponseTimeFormat(boolean perWorker, LongSupplier usedHeapBytes) {
    this.perWorker = perWorker;
    this.heap = new HeapPart(usedHeapBytes);
  }

  @Override
  public String interval(RunFigures interval) {
    Latency service = interval.measures().service();
    return interval.idPart()
        + heap.text()
        + (perWorker ? WorkerPart.serviceTimes(interval.workers()) : "")
        + String.format(Locale.ROOT, "tps=%.2f,avgResponse(micros)", interval.rate())
        + (service.isEmpty() ? "" : "=" + Math.round(service.meanNanos() / NANOS_PER_MICRO))
        + ",threads="
        + interval.threads();
  }

  @Override
  public List<String> summary(RunFigures run) {
    List<String> lines = new ArrayList<>();
    lines.add("==================");
    lines.add(RULER);
    lines.add(String.format(Locale.ROOT, "%1$" + HALF + "s|%2$-" + HALF + "s|", "", HEADING));
    lines.add(
        cells("Thread Number", "Iterations", "Duration", "Average MsgPerSec")
            + "|"
            + cells("Average", "Minimum", "Maximum", "Standard Deviation")
            + "|");
    lines.add(RULER);
    int number = 0;
    for (WorkerReading worker : run.workers()) {
      lines.add(row(++number, worker));
    }
    lines.add(RULER);
    lines.add(overall(run));
    return lines;
  }

  private static String row(int number, WorkerReading worker) {
    ServiceTimes times = worker.service();
    boolean measured = times.count() > 0;
    return cells(
            Integer.toString(number),
            Long.toString(worker.iterations()),
            TimeUnit.NANOSECONDS.toSeconds(worker.ranNanos()) + ".0",
            decimals(1, worker.perSecond()))
        + "|"
        + cells(
            measured ? micros(times.meanNanos()) : "0",
            measured ? micros((double) times.minNanos()) : "N/A",
            measured ? micros((double) times.maxNanos()) : "N/A",
            decimals(1, measured ? times.standardDeviationNanos() / NANOS_PER_MICRO : 0))
        + "|";
  }

  private static String overall(RunFigures run) {
    Latency service = run.measures().service();
    boolean measured = !service.isEmpty();
    return cells(
            "OVERALL:",
            Long.toString(run.iterations()),
            decimals(2, run.seconds()),
            decimals(2, run.rate()))
        + "|"
        + cells(
            measured ? micros(service.meanNanos()) : "0",
            measured ? micros((double) service.minNanos()) : "N/A",
            measured ? micros((double) service.maxNanos()) : "N/A",
            "---");
  }

  private static String micros(double nanos) {
    return Long.toString(Math.round(nanos / NANOS_PER_MICRO));
  }

  private static String decimals(int digits, double value) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  /** Columns of the table's one half. */
  private static String cells(String... texts) {
    return Stream.of(texts)
        .map(text -> String.format(Locale.ROOT, "%" + COLUMN + "s", text))
        .collect(Collectors.joining());
  }
}
