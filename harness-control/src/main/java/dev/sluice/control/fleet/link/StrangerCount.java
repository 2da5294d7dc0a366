package dev.sluice.control.fleet.link;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Connections that were no member's, told in one line a minute at most: the first at once, the
 * others by their number. Thread-safe.
 */
final class StrangerCount {

  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int MAX_HOSTS = 1_000;

  private final Consumer<String> log;
  private final LongSupplier clockNanos;
  private final Set<InetAddress> hosts = new HashSet<>();
  private long count;
  private long nextLineNanos;

  StrangerCount(Consumer<String> log, LongSupplier clockNanos) {
    this.log = log;
    this.clockNanos = clockNanos;
    this.nextLineNanos = clockNanos.getAsLong();
  }

  synchronized void add(InetSocketAddress caller) {
    count++;
    if (hosts.size() < MAX_HOSTS) {
      hosts.add(caller.getAddress());
    }
    tick();
  }

  /** To be called from time to time, so that the last ones are told though none follows. */
  synchronized void tick() {
    long now = clockNanos.getAsLong();
    if (count == 0 || now - nextLineNanos < 0) {
      return;
    }
    String first = hosts.iterator().next().getHostAddress();
    log.accept(
        count == 1
            ? "closed a connection from " + first + " that was no member's"
            : "closed "
                + count
                + " connections that were no member's, from "
                + hosts.size()
                + " hosts, such as "
                + first);
    count = 0;
    hosts.clear();
    nextLineNanos = now + MINUTE_NANOS;
  }
}
