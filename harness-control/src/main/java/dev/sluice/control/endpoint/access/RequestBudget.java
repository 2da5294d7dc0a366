package dev.sluice.control.endpoint.access;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.endpoint.access.AccessTokens.Role;
import java.net.InetAddress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How many requests an address may make in a role: so many at once, and so many per second from
 * then on. What watchers use up is not taken from the token for commands. Any thread.
 */
public final class RequestBudget {

  private final double perSecond;
  private final double atOnce;
  private final LongSupplier nanos;
  private final PerAddress<Map<Role, Allowance>> addresses = new PerAddress<>(); // guarded by this

  /** What an address has left in a role; its connections share one. */
  public final class Allowance {

    private double left = atOnce; // guarded by this
    private long sinceNanos = nanos.getAsLong(); // guarded by this

    private Allowance() {}

    /**
     * Takes one request, if there is one left.
     *
     * @return how long until there will be one; zero if it was taken
     */
    public synchronized Duration take() {
      long nowNanos = nanos.getAsLong();
      double grown = (nowNanos - sinceNanos) / NANOS_PER_SECOND * perSecond;
      left = Math.min(atOnce, left + grown);
      sinceNanos = nowNanos;
      if (left < 1) {
        return Duration.ofNanos((long) Math.ceil((1 - left) / perSecond * NANOS_PER_SECOND));
      }
      left--;
      return Duration.ZERO;
    }
  }

  /**
   * @param nanos a monotonic reading
   */
  public RequestBudget(double perSecond, double atOnce, LongSupplier nanos) {
    this.perSecond = perSecond;
    this.atOnce = atOnce;
    this.nanos = nanos;
  }

  /** The allowance of an address in a role, for a connection to keep while the role lasts. */
  public synchronized Allowance of(InetAddress from, Role role) {
    Map<Role, Allowance> roles = addresses.get(from).orElseGet(() -> new EnumMap<>(Role.class));
    addresses.put(from, roles);
    return roles.computeIfAbsent(role, each -> new Allowance());
  }

  /**
   * What is remembered of addresses, by their {@linkplain Caller#networkOf networks}. Of too many,
   * the one that was put first is forgotten. For one thread.
   *
   * @param <V> what is remembered
   */
  static final class PerAddress<V> {

    private static final int MAX_ADDRESSES = 1_024;

    private final Map<Object, V> known = // the last one put at the end
        new LinkedHashMap<>() {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Object, V> eldest) {
            return size() > MAX_ADDRESSES;
          }
        };

    Optional<V> get(InetAddress address) {
      return Optional.ofNullable(known.get(Caller.networkOf(address)));
    }

    /** Forgets an address. */
    void remove(InetAddress address) {
      known.remove(Caller.networkOf(address));
    }

    void put(InetAddress address, V value) {
      Object key = Caller.networkOf(address);
      known.remove(key);
      known.put(key, value);
    }
  }
}
