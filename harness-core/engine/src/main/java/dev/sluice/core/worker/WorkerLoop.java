package dev.sluice.core.worker;

import dev.sluice.core.pacing.Pacer;
import dev.sluice.core.stats.WorkerStats;
import dev.sluice.core.time.NanoClock;

/**
 * A worker under a pacer: waits, iterates, counts, until stopped or done. This is the hot path of
 * the harness: per iteration one or two clock readings (the end of one iteration is where the wait
 * for the next begins), no allocation and no lock.
 */
final class WorkerLoop {

  private final Worker worker;
  private final Pacer pacer;
  private final NanoClock clock;
  private final WorkerStats stats;
  private final long perConnection;
  private long remaining;
  private boolean countsItself; // also what it brings between its calls
  private long countedBefore; // by the worker itself
  private long remainingAfterConnection; // when the worker is to disconnect
  private boolean failing; // from a call that failed until the next one

  /**
   * @param count how many iterations to attempt, 0 for no limit
   * @param perConnection how many to attempt before the worker is to disconnect, 0 for no limit
   */
  WorkerLoop(
      Worker worker,
      Pacer pacer,
      NanoClock clock,
      WorkerStats stats,
      long count,
      long perConnection) {
    this.worker = worker;
    this.pacer = pacer;
    this.clock = clock;
    this.stats = stats;
    this.perConnection = limit(perConnection);
    this.remaining = limit(count);
    beginConnection();
  }

  /** How many iterations are still to do; {@link Long#MAX_VALUE} if there is no limit. */
  long remaining() {
    return remaining;
  }

  /**
   * Iterates until the worker is stopped, its count is done, or it is to disconnect.
   *
   * @return whether it is to disconnect, and to go on after it
   * @throws Exception the failure of an iteration, after which this may be called again
   */
  boolean run() throws Exception {
    long nowNanos = clock.nanos();
    while (remaining > remainingAfterConnection && pacer.awaitNext(nowNanos)) {
      Worker.Outcome outcome;
      try {
        outcome = worker.iterate();
      } catch (Exception failure) {
        failing = true;
        remaining -= countsItself ? 0 : 1; // an attempt, though it failed
        throw failure;
      } finally {
        stats.returned();
      }
      nowNanos = clock.nanos();
      if (outcome == Worker.Outcome.COUNTED) {
        countsItself = true;
        stats.countedByItself();
        remaining -= stats.iterations() - countedBefore;
        countedBefore = stats.iterations();
        continue;
      }
      if (outcome == Worker.Outcome.NOTHING) {
        stats.foundNothing();
        pacer.foundNothing(pacer.startNanos(), nowNanos);
        continue;
      }
      remaining--;
      if (outcome == Worker.Outcome.BEGUN) {
        continue;
      }
      if (outcome == Worker.Outcome.IN_DOUBT) {
        stats.inDoubt(pacer.startNanos(), nowNanos);
      } else if (pacer.paced()) {
        stats.stoodStill(pacer.stoodStillNanos(nowNanos));
        stats.completed(pacer.intendedNanos(), pacer.startNanos(), nowNanos);
      } else {
        stats.completed(pacer.startNanos(), nowNanos);
      }
    }
    boolean connectionDone = remaining > 0 && remaining <= remainingAfterConnection;
    beginConnection();
    return connectionDone;
  }

  /**
   * The failure that {@link #run} threw is one, and not the end of a wait that was cut short: the
   * iteration failed, and what falls due until {@link #recovered} is due to that.
   *
   * @param inDoubt whether nobody knows if the iteration was done all the same
   * @param sinceNanos since when that is so
   */
  void failed(boolean inDoubt, long sinceNanos) {
    if (!failing) {
      return;
    }
    if (inDoubt) {
      stats.inDoubt(pacer.startNanos(), clock.nanos());
    } else {
      stats.failed(pacer.startNanos(), clock.nanos());
    }
    pacer.causes().failing(sinceNanos);
  }

  /** The worker goes on after a failure. */
  void recovered() {
    failing = false;
    pacer.causes().recovered(clock.nanos());
  }

  private void beginConnection() {
    remainingAfterConnection = Math.max(0, remaining - perConnection);
  }

  private static long limit(long iterations) {
    return iterations == 0 ? Long.MAX_VALUE : iterations;
  }
}
