package dev.sluice.mqsim.manager;

/** Counts events and tells their rate over the last whole seconds. Confined to one thread. */
public final class ThroughputMeter {

  private static final int SECONDS_KEPT = 8;
  private static final int SECONDS_AVERAGED = 3;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final long[] counts = new long[SECONDS_KEPT];
  private final long[] seconds = new long[SECONDS_KEPT];
  private long total;

  /** Counts one event. */
  public void mark(long nowNanos) {
    long second = Math.floorDiv(nowNanos, NANOS_PER_SECOND);
    int slot = Math.floorMod(second, SECONDS_KEPT);
    if (seconds[slot] != second) {
      seconds[slot] = second;
      counts[slot] = 0;
    }
    counts[slot]++;
    total++;
  }

  /** All events ever counted. */
  public long total() {
    return total;
  }

  /** Events per second over the last three whole seconds. */
  public double perSecond(long nowNanos) {
    long current = Math.floorDiv(nowNanos, NANOS_PER_SECOND);
    long sum = 0;
    for (int age = 1; age <= SECONDS_AVERAGED; age++) {
      int slot = Math.floorMod(current - age, SECONDS_KEPT);
      if (seconds[slot] == current - age) {
        sum += counts[slot];
      }
    }
    return (double) sum / SECONDS_AVERAGED;
  }
}
