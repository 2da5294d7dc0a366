package dev.sluice.jms.message;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Trace contexts (W3C, version 00) on a random sample of messages, so that a person finds some of
 * them in what a tracing system shows. The same seed gives the same worker the same ids.
 *
 * @param share of the messages that have one, 0 to 1
 */
public record Traceparents(double share, long seed) {

  /** The property that has it. */
  public static final String PROPERTY = "traceparent";

  /** On no message. */
  public static final Traceparents NONE = new Traceparents(0, 0);

  /**
   * The first ones of a worker.
   *
   * @param worker counts from 0
   */
  public List<String> first(int count, int worker) {
    List<String> first = new ArrayList<>();
    OfWorker all = forWorker(worker);
    while (share > 0 && first.size() < count) {
      if (all.isNext()) {
        first.add(all.next());
      }
    }
    return first;
  }

  OfWorker forWorker(int worker) {
    return new OfWorker(
        share, new SplittableRandom(new SplittableRandom(seed).nextLong() + worker));
  }

  /** Those of one worker. For its thread. */
  static final class OfWorker {

    private static final HexFormat HEX = HexFormat.of();

    private final double share;
    private final SplittableRandom random;

    private OfWorker(double share, SplittableRandom random) {
      this.share = share;
      this.random = random;
    }

    /** Whether the next message has one; asked once for each message. */
    boolean isNext() {
      return share > 0 && random.nextDouble() < share;
    }

    /** With a trace and a span of its own, which are never 0, and the flag "sampled". */
    String next() {
      return "00-" + hex() + hex() + "-" + hex() + "-01";
    }

    private String hex() {
      return HEX.toHexDigits(random.nextLong(1, Long.MAX_VALUE));
    }
  }
}
