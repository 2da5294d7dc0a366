package dev.sluice.core.worker;

import java.time.Duration;

/**
 * How the workers of a workload are started, and how they come back.
 *
 * @param parallel how many may be connecting at the same time
 * @param interval the pause between one start and the next
 * @param timeout how long to wait for the next worker to come up
 * @param retry for how long a worker that cannot connect tries again; zero: not at all
 * @param together whether all begin to work when the last one is up; else each does when it is up
 * @param reconnectsPerSecond how many attempts to reconnect all of them make together, at most
 * @param peer what workers connect to, as in a sentence; empty if to nothing
 */
public record StartSpec(
    int parallel,
    Duration interval,
    Duration timeout,
    Duration retry,
    boolean together,
    int reconnectsPerSecond,
    String peer) {

  private static final int DEFAULT_RECONNECTS_PER_SECOND = 500;

  public static final StartSpec DEFAULT =
      new StartSpec(16, Duration.ZERO, Duration.ofSeconds(30), Duration.ZERO, true);

  /** Of workers that connect to nothing. */
  public StartSpec(
      int parallel, Duration interval, Duration timeout, Duration retry, boolean together) {
    this(parallel, interval, timeout, retry, together, DEFAULT_RECONNECTS_PER_SECOND, "");
  }

  /** The same start, of workers that connect to this. */
  public StartSpec connectingTo(String what) {
    return new StartSpec(parallel, interval, timeout, retry, together, reconnectsPerSecond, what);
  }

  /** The same start, of workers that come back at most so many in a second. */
  public StartSpec reconnecting(int perSecond) {
    return new StartSpec(parallel, interval, timeout, retry, together, perSecond, peer);
  }
}
