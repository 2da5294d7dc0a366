package dev.sluice.control.fleet.link;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jgroups.util.DefaultThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of a fleet's network. One of JGroups that reads from a connection may fail when the
 * connection is closed by the other side, which is told by the closed connection and needs no stack
 * trace.
 */
final class FleetThreads extends DefaultThreadFactory {

  private static final Logger LOG = LoggerFactory.getLogger(FleetThreads.class);

  /** A thread that keeps no process alive. */
  static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Such threads for short tasks, which end when there are none.
   *
   * @param most how many there are at most
   * @param waiting how many tasks may wait for one
   * @param tooMany what becomes of more
   */
  static ThreadPoolExecutor pool(
      String name, int most, int waiting, RejectedExecutionHandler tooMany) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            most,
            most,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(waiting),
            task -> daemon(task, name),
            tooMany);
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  FleetThreads() {
    super("", true, false);
  }

  @Override
  protected Thread newThread(Runnable task, String name, String address, String cluster) {
    Thread thread = super.newThread(task, name, address, cluster);
    thread.setUncaughtExceptionHandler((failed, thrown) -> LOG.debug("{}", failed, thrown));
    return thread;
  }
}
