package dev.sluice.control.sink.legacy;

import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/** BasicStats: the rate and the number of messages. */
final class BasicFormat implements StatisticsFormat {

  private final boolean perWorker;
  private final HeapPart heap;

  /**
   * @param perWorker whether the iterations of each worker are shown
   * @param usedHeapBytes reads the heap in use, null if it is not shown
   */
  BasicFormat(boolean perWorker, LongSupplier usedHeapBytes) {
    this.perWorker = perWorker;
    this.heap = new HeapPart(usedHeapBytes);
  }

  @Override
  public String interval(RunFigures interval) {
    return interval.idPart()
        + heap.text()
        + (perWorker ? WorkerPart.iterations(interval.workers()) : "")
        + String.format(
            Locale.ROOT,
            "rate=%.2f,total messages=%d,Snapshot period=%d,threads=%d",
            interval.rate(),
            interval.iterations(),
            Math.round(interval.seconds()),
            interval.threads());
  }

  @Override
  public List<String> summary(RunFigures run) {
    return List.of(
        String.format(
            Locale.ROOT,
            "totalIterations=%d,avgDuration=%.2f,totalRate=%.2f",
            run.iterations(),
            run.seconds(),
            run.rate()));
  }
}
