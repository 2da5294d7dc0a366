package dev.sluice.jms.connection;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Ends waits inside a client library, on other threads: some libraries make the caller wait until
 * the other has left, and a thread that unblocks one worker has others to unblock. Thousands of
 * workers may be blocked at once, so the threads are bounded, for the whole process; they end when
 * there is nothing to do.
 *
 * <p>Connections are cut by other threads than those that close consumers, because a library may
 * hold all of the latter until connections are cut.
 */
public final class Unblocking {

  public static final int MAX_THREADS = 32; // of each kind

  private static final ScheduledThreadPoolExecutor CLOSING = threads("unblock");
  private static final ScheduledThreadPoolExecutor CUTTING = threads("cut");

  private Unblocking() {}

  /** Closes a consumer, or the like, as soon as a thread is free. */
  public static void close(Runnable closing) {
    CLOSING.execute(closing);
  }

  /** Cuts a connection later. */
  public static void cutAfter(Duration grace, Runnable cutting) {
    Future<?> unused = CUTTING.schedule(cutting, grace.toNanos(), TimeUnit.NANOSECONDS);
  }

  private static ScheduledThreadPoolExecutor threads(String name) {
    ScheduledThreadPoolExecutor threads =
        new ScheduledThreadPoolExecutor(
            MAX_THREADS,
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    threads.setKeepAliveTime(1, TimeUnit.SECONDS);
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }
}
