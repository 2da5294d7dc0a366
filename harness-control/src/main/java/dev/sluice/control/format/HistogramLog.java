package dev.sluice.control.format;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;
import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.result.Snapshot;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Lines of an HdrHistogram log: for each interval every histogram of every workload, in
 * nanoseconds, tagged as {@link HistogramTag} says. Times are seconds since the schedule started.
 * Pure functions.
 */
public final class HistogramLog {

  private HistogramLog() {}

  /** The first lines of the log. */
  public static String header(Instant started) {
    return written(
        log -> {
          log.outputComment("[Latencies of a sluice run in nanoseconds, tagged workload/kind]");
          log.outputLogFormatVersion();
          log.outputStartTime(started.toEpochMilli());
          log.outputBaseTime(started.toEpochMilli());
          log.outputLegend();
        });
  }

  /** One interval; empty histograms are left out. */
  public static String lines(Snapshot snapshot) {
    double endSeconds = snapshot.sinceStartNanos() / NANOS_PER_SECOND;
    double startSeconds = (snapshot.sinceStartNanos() - snapshot.lengthNanos()) / NANOS_PER_SECOND;
    return written(
        log -> {
          for (Snapshot.Workload workload : snapshot.workloads()) {
            workload
                .measures()
                .latencies()
                .forEach(
                    (kind, latency) -> {
                      Histogram tagged = latency.toHistogram();
                      tagged.setTag(
                          new HistogramTag(
                                  workload.name(), kind.figureName().word(), snapshot.warmup())
                              .toString());
                      log.outputIntervalHistogram(
                          startSeconds, endSeconds, tagged, NANOS_PER_MILLI);
                    });
          }
        });
  }

  private static String written(Consumer<HistogramLogWriter> content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    HistogramLogWriter writer =
        new HistogramLogWriter(new PrintStream(bytes, false, StandardCharsets.UTF_8));
    content.accept(writer);
    writer.close();
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
