package dev.sluice.control.fleet.link;

import org.jgroups.util.DefaultThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of JGroups. One that reads from a connection may fail when the connection is closed
 * by the other side, which is told by the closed connection and needs no stack trace.
 */
final class FleetThreads extends DefaultThreadFactory {

  private static final Logger LOG = LoggerFactory.getLogger(FleetThreads.class);

  /** A thread that keeps no process alive. */
  static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
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
