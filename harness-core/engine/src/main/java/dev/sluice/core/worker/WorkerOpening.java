package dev.sluice.core.worker;

import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.WaitPoint;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Opens a worker, with growing waits between attempts where there may be several, and closes it.
 * For the worker's thread.
 */
final class WorkerOpening {

  private final Worker worker;
  private final WorkerConnection connection;
  private final WaitPoint waitPoint;
  private final Backoff backoff;
  private final AttemptRate attempts;
  private final NanoClock clock;
  private boolean open;

  WorkerOpening(
      Worker worker,
      WorkerConnection connection,
      WaitPoint waitPoint,
      Backoff backoff,
      AttemptRate attempts,
      NanoClock clock) {
    this.worker = worker;
    this.connection = connection;
    this.waitPoint = waitPoint;
    this.backoff = backoff;
    this.attempts = attempts;
    this.clock = clock;
  }

  boolean isOpen() {
    return open;
  }

  /** The worker has done something since, so the next failure starts from the shortest wait. */
  void reset() {
    backoff.reset();
  }

  /**
   * Opens it for the first time. Who is not there yet may be waited for; that is no error until the
   * wait was in vain.
   *
   * @param retryNanos for how long to try again
   * @param waits receives each failure that is waited after
   * @return false if the worker was stopped meanwhile
   * @throws Exception what it failed of last
   */
  boolean first(long retryNanos, Consumer<Exception> waits) throws Exception {
    long deadlineNanos = clock.nanos() + retryNanos;
    while (true) {
      try {
        worker.open();
        open = true;
        backoff.reset();
        return true;
      } catch (Exception failure) {
        long nextNanos = clock.nanos() + backoff.nextNanos();
        if (nextNanos > deadlineNanos) {
          throw failure;
        }
        waits.accept(failure);
        if (!waitPoint.sleepUntil(nextNanos)) {
          return false;
        }
      }
    }
  }

  /** Opens it once more after it was closed. */
  void again() throws Exception {
    worker.open();
    open = true;
    connection.reopened();
  }

  /**
   * Closes it and opens it again, however long that takes.
   *
   * @param brokenNanos since when its connection has been of no use
   * @param fails receives each attempt that fails
   * @return false if the worker was stopped meanwhile
   */
  boolean reopen(long brokenNanos, Consumer<Exception> fails) {
    connection.reopening(brokenNanos);
    close();
    while (waitPoint.sleepUntil(clock.nanos() + backoff.nextNanos())
        && waitPoint.sleepUntil(attempts.slotFrom(clock.nanos()))) {
      try {
        again();
        return true;
      } catch (Exception failure) {
        fails.accept(failure);
      }
    }
    return false;
  }

  void close() {
    open = false;
    worker.close();
  }

  /**
   * How many attempts to reconnect the workers of a workload make together in a second, at most: so
   * that thousands of them, which lost their connections at one moment, do not fall upon a broker
   * that has just come back. Any thread.
   */
  static final class AttemptRate {

    private final long gapNanos;
    private final AtomicLong nextNanos;

    /**
     * @param perSecond how many, at least 1
     */
    AttemptRate(int perSecond, long nowNanos) {
      this.gapNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
      this.nextNanos = new AtomicLong(nowNanos);
    }

    /** When the attempt of a worker that asks now may begin; each call is an attempt. */
    long slotFrom(long nowNanos) {
      return nextNanos.updateAndGet(next -> Math.max(next, nowNanos) + gapNanos) - gapNanos;
    }
  }
}
