package dev.sluice.jms.worker;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.Worker.WorkerContext;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * What workers do with a message that they got, before they settle it or put one for it: wait, as
 * code does that calls another service. The same seed gives the same worker the same times.
 *
 * @param time how long it takes
 */
public record Work(Time time, long seed) {

  /** It takes no time, and is not timed. */
  public static final Work NONE = new Work(new Uniform(0, 0), 0);

  /** How long the work on one message takes; drawing one allocates nothing. */
  public sealed interface Time {

    /**
     * Draws the next one, in nanoseconds.
     *
     * @param sinceNanos since the worker's first message
     */
    double next(SplittableRandom random, long sinceNanos);
  }

  /** Every time from the least to the most, which may be the same, is as likely as any other. */
  public record Uniform(long leastNanos, long mostNanos) implements Time {

    /**
     * @throws IllegalArgumentException if the range ends before it begins
     */
    public Uniform {
      if (leastNanos > mostNanos) {
        throw new IllegalArgumentException("the range ends before it begins");
      }
    }

    @Override
    public double next(SplittableRandom random, long sinceNanos) {
      return leastNanos + (mostNanos - leastNanos) * random.nextDouble();
    }
  }

  /** As between events that know nothing of each other: mostly short, now and then long. */
  public record Exponential(long meanNanos) implements Time {

    @Override
    public double next(SplittableRandom random, long sinceNanos) {
      return -meanNanos * Math.log(1 - random.nextDouble());
    }
  }

  /**
   * Its logarithm is normal: {@code exp(log(mean) - sigma^2 / 2 + sigma * normal)}, as times of
   * services often are.
   *
   * @param sigma the standard deviation of the logarithm, above 0 and at most 3
   */
  public record LogNormal(long meanNanos, double sigma) implements Time {

    private static final double MOST_SIGMA = 3;

    /**
     * @throws IllegalArgumentException if sigma is outside of its range
     */
    public LogNormal {
      if (!(sigma > 0 && sigma <= MOST_SIGMA)) {
        throw new IllegalArgumentException("sigma must be above 0 and at most 3");
      }
    }

    @Override
    public double next(SplittableRandom random, long sinceNanos) {
      return meanNanos * Math.exp(sigma * random.nextGaussian() - sigma * sigma / 2);
    }
  }

  /** From one time to another within some time, evenly; then it stays. */
  public record Ramp(long fromNanos, long toNanos, long overNanos) implements Time {

    @Override
    public double next(SplittableRandom random, long sinceNanos) {
      double share = overNanos == 0 ? 1 : Math.min(1, (double) sinceNanos / overNanos);
      return fromNanos + (toNanos - fromNanos) * share;
    }
  }

  /** That of one worker, by its index. */
  OfWorker forWorker(int worker) {
    // mixed, so that neighbours in seed or number have nothing in common
    return new OfWorker(this, new SplittableRandom(new SplittableRandom(seed).nextLong() + worker));
  }

  /** One worker's. For the thread that has the message. */
  static final class OfWorker {

    /** How soon it sees that the worker is to end. */
    private static final long LOOK_NANOS = Duration.ofMillis(50).toNanos();

    private final Work work;
    private final boolean any;
    private final SplittableRandom random;
    private long firstNanos = NanoClock.NEVER;

    private OfWorker(Work work, SplittableRandom random) {
      this.work = work;
      this.any = !work.equals(NONE);
      this.random = random;
    }

    /** Whether there is any. */
    boolean any() {
      return any;
    }

    /**
     * Works on a message, and times that.
     *
     * @param over whether the worker is to end, and the work with it
     */
    void on(WorkerContext context, BooleanSupplier over) {
      if (!any) {
        return;
      }
      NanoClock clock = context.clock();
      long startNanos = clock.nanos();
      firstNanos = Math.min(firstNanos, startNanos);
      long endNanos = startNanos + (long) work.time.next(random, startNanos - firstNanos);
      long nowNanos = startNanos;
      while (nowNanos < endNanos && !over.getAsBoolean()) {
        clock.parkUntil(Math.min(endNanos, nowNanos + LOOK_NANOS));
        nowNanos = clock.nanos();
      }
      context.log().part(LatencyKind.WORK, nowNanos - startNanos);
    }
  }
}
