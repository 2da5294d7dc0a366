package dev.sluice.control.endpoint.access;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import java.net.InetAddress;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How many requests an address may make: so many at once, and so many per second from then on. Any
 * thread.
 */
public final class RequestBudget {

  private final double perSecond;
  private final double atOnce;
  private final LongSupplier nanos;
  private final PerAddress<Left> addresses = new PerAddress<>(); // guarded by this

  /** What was left at a time. */
  private record Left(double requests, long nanos) {}

  /**
   * @param nanos a monotonic reading
   */
  public RequestBudget(double perSecond, double atOnce, LongSupplier nanos) {
    this.perSecond = perSecond;
    this.atOnce = atOnce;
    this.nanos = nanos;
  }

  /**
   * Takes one request, if there is one left.
   *
   * @return how long until there will be one; zero if it was taken
   */
  public synchronized Duration take(InetAddress from) {
    long nowNanos = nanos.getAsLong();
    double left =
        addresses
            .get(from)
            .map(
                before ->
                    before.requests + (nowNanos - before.nanos) / NANOS_PER_SECOND * perSecond)
            .map(grown -> Math.min(atOnce, grown))
            .orElse(atOnce);
    boolean enough = left >= 1;
    addresses.put(from, new Left(enough ? left - 1 : left, nowNanos));
    return enough
        ? Duration.ZERO
        : Duration.ofNanos((long) Math.ceil((1 - left) / perSecond * NANOS_PER_SECOND));
  }
}
