package dev.sluice.control.endpoint.http;

import java.net.InetAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How many requests an address may make: so many at once, and so many per second from then on. For
 * one thread.
 */
final class RequestBudget {

  private static final int MAX_ADDRESSES = 1_024;
  private static final double NANOS_PER_SECOND = 1e9;

  private final double perSecond;
  private final double atOnce;
  private final LongSupplier nanos;
  private final Map<InetAddress, Left> addresses = new LinkedHashMap<>(); // the last one at the end

  /** What was left at a time. */
  private record Left(double requests, long nanos) {}

  /**
   * @param nanos a monotonic reading
   */
  RequestBudget(double perSecond, double atOnce, LongSupplier nanos) {
    this.perSecond = perSecond;
    this.atOnce = atOnce;
    this.nanos = nanos;
  }

  /** Takes one request, if there is one left. */
  boolean take(InetAddress from) {
    long nowNanos = nanos.getAsLong();
    Left before = addresses.remove(from);
    double left =
        before == null
            ? atOnce
            : Math.min(
                atOnce, before.requests + (nowNanos - before.nanos) / NANOS_PER_SECOND * perSecond);
    boolean enough = left >= 1;
    addresses.put(from, new Left(enough ? left - 1 : left, nowNanos));
    if (addresses.size() > MAX_ADDRESSES) {
      Iterator<InetAddress> all = addresses.keySet().iterator();
      all.next();
      all.remove();
    }
    return enough;
  }
}
