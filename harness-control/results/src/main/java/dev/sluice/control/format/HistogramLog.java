package dev.sluice.control.format;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;
import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Window;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Lines of an HdrHistogram log: for each interval every histogram of every workload, in
 * nanoseconds, tagged as {@link HistogramTag} says. Times are seconds since the schedule started.
 * Pure functions.
 */
public final class HistogramLog {

  private static final double MILLIS_PER_SECOND = 1_000;

  private HistogramLog() {}

  /** The first lines of the log. */
  public static String header(Instant started) {
    return written(
        log -> {
          log.outputComment("[Latencies of a sluice run in nanoseconds, tagged workload/kind]");
          log.outputLogFormatVersion();
          // as the writer does it, but in UTC: the name of a zone takes 20 ms of a first interval
          log.outputComment(
              String.format(
                  Locale.ROOT,
                  "[StartTime: %.3f (seconds since epoch), %s]",
                  started.toEpochMilli() / MILLIS_PER_SECOND,
                  started));
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
          for (Window workload : snapshot.workloads()) {
            workload
                .latencies()
                .forEach(
                    (kind, latency) -> {
                      Histogram tagged = latency.toHistogram();
                      tagged.setTag(
                          new HistogramTag(workload.name(), kind.word(), snapshot.warmup())
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

  /**
   * The tag of a histogram in a log: {@code senders/latency}, {@code senders/latency/warmup}. A
   * workload's name is percent-encoded, because a tag has no blanks and no commas.
   *
   * @param workload the workload's name
   * @param kind which of its histograms, the word of a {@link LatencyKind}
   * @param warmup whether it was recorded during the warm-up
   */
  public record HistogramTag(String workload, String kind, boolean warmup) {

    private static final String WARMUP = "warmup";

    public static HistogramTag parse(String text) {
      String[] parts = text.split("/");
      if (parts.length < 2 || parts.length > 3 || (parts.length == 3 && !parts[2].equals(WARMUP))) {
        throw new IllegalArgumentException("no tag of a run: " + text);
      }
      return new HistogramTag(
          URLDecoder.decode(parts[0], StandardCharsets.UTF_8), parts[1], parts.length == 3);
    }

    @Override
    public String toString() {
      return URLEncoder.encode(workload, StandardCharsets.UTF_8)
          + "/"
          + kind
          + (warmup ? "/" + WARMUP : "");
    }
  }
}
