package dev.sluice.control.process;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a process: what it opened is closed, one after another. A library that never comes
 * back from that does not keep the process from ending.
 */
final class Closing {

  private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

  /** The longest that is worth waiting for: the page of a long run on a slow host. */
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private Closing() {}

  /** Closes them in their order, each within two minutes. */
  static void inTurn(Iterable<? extends AutoCloseable> resources) {
    resources.forEach(each -> within(LIMIT, each));
  }

  /** Closes one, and waits for it no longer than that. */
  static void within(Duration limit, AutoCloseable each) {
    Thread thread = new Thread(() -> close(each), "closing");
    thread.setDaemon(true);
    if (!starts(thread)) {
      close(each);
    } else if (!ends(thread, limit)) {
      LOG.warn("{} could not be closed within {} s", each, limit.toSeconds());
    }
  }

  private static boolean starts(Thread thread) {
    try {
      thread.start();
      return true;
    } catch (OutOfMemoryError e) {
      return false; // the host has no more threads, which may be why the process ends
    }
  }

  private static void close(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      LOG.debug("closing failed", e); // the run is over, nothing depends on it
    }
  }

  /** Waits also on a thread that was interrupted, which is how some runs end. */
  private static boolean ends(Thread thread, Duration limit) {
    boolean interrupted = Thread.interrupted();
    try {
      thread.join(limit.toMillis());
    } catch (InterruptedException e) {
      interrupted = true; // again, by somebody who does not want to wait
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }
}
