package dev.sluice.control.format;

import dev.sluice.core.stats.LatencyKind;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

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
