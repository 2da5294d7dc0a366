package dev.sluice.control.endpoint.access;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import java.net.InetAddress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How many requests an address may make in a role: so many at once, and so many per second from
 * then on. What watchers use up is not taken from the token for commands. Any thread.
 */
public final class RequestBudget {

  private final double perSecond;
  private final double atOnce;
  private final LongSupplier nanos;
  private final PerAddress<Map<Role, Left>> addresses = new PerAddress<>(); // guarded by this

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
  public synchronized Duration take(InetAddress from, Role role) {
    long nowNanos = nanos.getAsLong();
    Map<Role, Left> roles = addresses.get(from).orElseGet(() -> new EnumMap<>(Role.class));
    Left before = roles.getOrDefault(role, new Left(atOnce, nowNanos));
    double grown = (nowNanos - before.nanos) / NANOS_PER_SECOND * perSecond;
    double left = Math.min(atOnce, before.requests + grown);
    boolean enough = left >= 1;
    roles.put(role, new Left(enough ? left - 1 : left, nowNanos));
    addresses.put(from, roles);
    return enough
        ? Duration.ZERO
        : Duration.ofNanos((long) Math.ceil((1 - left) / perSecond * NANOS_PER_SECOND));
  }
}
