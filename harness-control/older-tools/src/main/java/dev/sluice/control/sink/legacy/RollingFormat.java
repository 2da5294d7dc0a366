package dev.sluice.control.sink.legacy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * RollingAvgStats: the rate over the last intervals that make up a window, and the highest of them.
 * A run that is shorter than the window is one window.
 */
final class RollingFormat implements StatisticsFormat {

  private final long windowNanos;
  private final boolean perWorker;
  private final Deque<RunFigures> window = new ArrayDeque<>();
  private double highest;
  private boolean full;
  private boolean warmup;

  RollingFormat(long windowNanos, boolean perWorker) {
    this.windowNanos = windowNanos;
    this.perWorker = perWorker;
  }

  @Override
  public void add(RunFigures interval) {
    if (warmup && !interval.warmup()) {
      window.clear();
      highest = 0;
      full = false;
    }
    warmup = interval.warmup();
    window.add(interval);
    while (nanos() - window.getFirst().nanos() >= windowNanos) {
      window.removeFirst();
    }
    if (nanos() >= windowNanos) {
      highest = full ? Math.max(highest, rate()) : rate();
      full = true;
    } else if (!full) {
      highest = rate();
    }
  }

  @Override
  public String interval(RunFigures interval) {
    return interval.idPart()
        + (perWorker ? WorkerPart.iterations(interval.workers()) : "")
        + String.format(Locale.ROOT, "rateR=%.2f,threads=%d", rate(), interval.threads());
  }

  @Override
  public List<String> summary(RunFigures run) {
    String line =
        String.format(
            Locale.ROOT,
            "totalIterations=%d,avgDuration=%.2f,maxrateR=%.2f",
            run.iterations(),
            run.seconds(),
            highest);
    if (!perWorker) {
      return List.of(line);
    }
    String workers =
        run.workers().stream()
            .map(worker -> Long.toString(worker.iterations()))
            .collect(Collectors.joining(" , "));
    return List.of("", "Total msgs per thread                " + workers, line);
  }

  private double rate() {
    return nanos() == 0
        ? 0
        : window.stream().mapToLong(RunFigures::iterations).sum() * 1e9 / nanos();
  }

  private long nanos() {
    return window.stream().mapToLong(RunFigures::nanos).sum();
  }
}
