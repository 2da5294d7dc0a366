package dev.sluice.jms.connection;

import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Ends waits inside a client library, on other threads: some libraries make the caller wait until
 * the other has left, and a thread that unblocks one worker has others to unblock. Thousands of
 * workers may be blocked at once, so the threads are bounded, for the whole process; they end when
 * there is nothing to do.
 *
 * <p>Connections are cut by other threads than those that close consumers, because a library may
 * hold all of the latter until connections are cut. A cut that hangs must not hold the others, so
 * threads start when a cut is due: those that start when it is asked for end before that.
 */
public final class Unblocking {

  public static final int MAX_THREADS = 32; // of each kind

  private static final Executor CLOSING = threads("unblock");
  private static final Executor CUTTING = threads("cut");

  private Unblocking() {}

  /** Closes a consumer, or the like, as soon as a thread is free. */
  public static void close(Runnable closing) {
    CLOSING.execute(closing);
  }

  /** Cuts a connection later. */
  public static void cutAfter(Duration grace, Runnable cutting) {
    CompletableFuture.delayedExecutor(grace.toNanos(), TimeUnit.NANOSECONDS, CUTTING)
        .execute(cutting);
  }

  private static Executor threads(String name) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            MAX_THREADS,
            MAX_THREADS,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = NanoClock.daemon(task);
              thread.setName(name);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }
}
