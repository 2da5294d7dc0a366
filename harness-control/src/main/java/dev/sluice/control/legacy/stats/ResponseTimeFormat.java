package dev.sluice.control.legacy.stats;

import dev.sluice.core.stats.ServiceTimes;
import dev.sluice.core.stats.WorkerReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** ResponseTimeStats: mean service times, and a table of all workers at the end. */
final class ResponseTimeFormat implements StatisticsFormat {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MICRO = 1e3;

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
  public String interval(IntervalFigures interval) {
    Histogram service = interval.service();
    return interval.idPart()
        + heap.text()
        + (perWorker ? WorkerPart.serviceTimes(interval.workers()) : "")
        + String.format(Locale.ROOT, "tps=%.2f,avgResponse(micros)", interval.rate())
        + (service.getTotalCount() == 0
            ? ""
            : "=" + Math.round(service.getMean() / NANOS_PER_MICRO))
        + ",threads="
        + interval.threads();
  }

  @Override
  public List<String> summary(RunFigures run) {
    List<String> lines = new ArrayList<>();
    lines.add("==================");
    lines.add(
        row(
            "Thread Number",
            "Iterations",
            "Duration",
            "Average MsgPerSec",
            "Average",
            "Minimum",
            "Maximum",
            "Standard Deviation"));
    int number = 0;
    for (WorkerReading worker : run.workers()) {
      lines.add(row(Integer.toString(++number), worker));
    }
    lines.add(overall(run));
    return lines;
  }

  private static String row(String number, WorkerReading worker) {
    ServiceTimes times = worker.service();
    boolean measured = times.count() > 0;
    return row(
        number,
        Long.toString(worker.iterations()),
        Long.toString(worker.ranNanos() / 1_000_000_000L),
        rate(worker.iterations(), worker.ranNanos()),
        measured ? micros(times.meanNanos()) : "0",
        measured ? micros((double) times.minNanos()) : "N/A",
        measured ? micros((double) times.maxNanos()) : "N/A",
        measured ? micros(times.standardDeviationNanos()) : "N/A");
  }

  private static String overall(RunFigures run) {
    Histogram service = run.service();
    boolean measured = service.getTotalCount() > 0;
    return row(
        "OVERALL:",
        Long.toString(run.iterations()),
        Long.toString((long) run.seconds()),
        rate(run.iterations(), run.nanos()),
        measured ? micros(service.getMean()) : "0",
        measured ? micros((double) service.getMinValue()) : "N/A",
        measured ? micros((double) service.getMaxValue()) : "N/A",
        "---");
  }

  private static String rate(long iterations, long nanos) {
    return String.format(
        Locale.ROOT, "%.2f", nanos == 0 ? 0.0 : iterations * NANOS_PER_SECOND / nanos);
  }

  private static String micros(double nanos) {
    return Long.toString(Math.round(nanos / NANOS_PER_MICRO));
  }

  private static String row(String... cells) {
    return Stream.of(cells)
        .map(cell -> String.format(Locale.ROOT, "%20s|", cell))
        .collect(Collectors.joining());
  }
}
