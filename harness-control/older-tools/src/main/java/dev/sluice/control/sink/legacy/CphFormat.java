package dev.sluice.control.sink.legacy;

import static dev.sluice.core.time.Nanos.NANOS_PER_MICRO;

import dev.sluice.core.stats.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The lines of MQ-CPH. */
final class CphFormat implements StatisticsFormat {

  private final boolean perWorker;
  private final boolean latency;

  CphFormat(boolean perWorker, boolean latency) {
    this.perWorker = perWorker;
    this.latency = latency;
  }

  @Override
  public String interval(RunFigures interval) {
    return interval.idPart()
        + (perWorker ? WorkerPart.iterations(interval.workers()) : "")
        + String.format(Locale.ROOT, "rate=%.2f,threads=%d", interval.rate(), interval.threads())
        + (latency ? "," + latencies(interval.measures().service()) : "");
  }

  @Override
  public List<String> summary(RunFigures run) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "totalIterations=%d,totalSeconds=%.2f,avgRate=%.2f",
            run.iterations(),
            run.seconds(),
            run.rate()));
    if (latency) {
      lines.add(latencies(run.measures().service()));
    }
    return lines;
  }

  private static String latencies(Latency service) {
    boolean none = service.isEmpty();
    return String.format(
        Locale.ROOT,
        "avg_latency(uSec)=%d,max_latency(uSec)=%d,min_latency(uSec)=%d",
        micros(none ? 0 : service.meanNanos()),
        micros((double) service.maxNanos()),
        micros(none ? 0 : (double) service.minNanos()));
  }

  private static long micros(double nanos) {
    return Math.round(nanos / NANOS_PER_MICRO);
  }
}
