package dev.sluice.it.delivery;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;

/**
 * Faults, and how often each was done. One message in N of each producer is dropped, as many are
 * doubled, changed, and swapped with the next. Any thread.
 */
final class Faults {

  /** The fate of a message. */
  enum Fate {
    DELIVERED,
    DROPPED,
    DOUBLED,
    CORRUPTED,
    SWAPPED
  }

  private final SplittableRandom seeds;
  private final int oneIn;
  private final LongAdder dropped = new LongAdder();
  private final LongAdder doubled = new LongAdder();
  private final LongAdder corrupted = new LongAdder();
  private final LongAdder swapped = new LongAdder();

  /**
   * @param oneIn how rare each kind of fault is, at least 4
   */
  Faults(long seed, int oneIn) {
    this.seeds = new SplittableRandom(seed);
    this.oneIn = oneIn;
  }

  /** The fates of one producer's messages. */
  synchronized Fates ofProducer() {
    return new Fates(seeds.split());
  }

  /** Draws one message's fate after the other. For one thread. */
  final class Fates {

    private final SplittableRandom random;

    private Fates(SplittableRandom random) {
      this.random = random;
    }

    Fate next() {
      return switch (random.nextInt(oneIn)) {
        case 0 -> Fate.DROPPED;
        case 1 -> Fate.DOUBLED;
        case 2 -> Fate.CORRUPTED;
        case 3 -> Fate.SWAPPED;
        default -> Fate.DELIVERED;
      };
    }
  }

  /** A fault was done. */
  void done(Fate fate) {
    switch (fate) {
      case DELIVERED -> {}
      case DROPPED -> dropped.increment();
      case DOUBLED -> doubled.increment();
      case CORRUPTED -> corrupted.increment();
      case SWAPPED -> swapped.increment();
    }
  }

  long dropped() {
    return dropped.sum();
  }

  long doubled() {
    return doubled.sum();
  }

  long corrupted() {
    return corrupted.sum();
  }

  /** Pairs of neighbours that changed places. */
  long swapped() {
    return swapped.sum();
  }

  @Override
  public String toString() {
    return String.format(
        "dropped %d, doubled %d, corrupted %d, swapped %d",
        dropped(), doubled(), corrupted(), swapped());
  }
}
