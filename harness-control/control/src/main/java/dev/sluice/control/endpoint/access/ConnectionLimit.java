package dev.sluice.control.endpoint.access;

import dev.sluice.control.endpoint.access.AccessTokens.Role;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Lets every connection in and keeps them few: of too many one gives way. One that has shown the
 * token for commands is spared as long as there is another; then it is one of the network that has
 * most of them; then one that has no request under way, or does not read; then the one that has
 * been silent longest. For one thread.
 *
 * @param <C> a connection
 */
public final class ConnectionLimit<C> {

  private final int most;
  private final Predicate<C> unread;
  private final Map<C, Admission> open = new LinkedHashMap<>(); // who asked longest ago first

  private static final class Admission {
    private final Object network;
    private Role role = Role.ANYBODY;
    private boolean waits = true;

    Admission(Object network) {
      this.network = network;
    }
  }

  /**
   * @param unread whether a connection does not take what is sent to it
   */
  public ConnectionLimit(int most, Predicate<C> unread) {
    this.most = most;
    this.unread = unread;
  }

  /**
   * A connection has come.
   *
   * @return the one that must be closed to make room, if one must
   */
  public Optional<C> came(C connection, InetAddress from) {
    Map<Object, Long> ofNetwork =
        open.values().stream()
            .collect(Collectors.groupingBy(each -> each.network, Collectors.counting()));
    Comparator<Map.Entry<C, Admission>> order =
        Comparator.<Map.Entry<C, Admission>, Boolean>comparing(
                each -> each.getValue().role == Role.CONTROL)
            .thenComparing(each -> -ofNetwork.get(each.getValue().network))
            .thenComparing(each -> !each.getValue().waits && !unread.test(each.getKey()));
    Optional<C> leaving =
        open.size() < most
            ? Optional.empty()
            : open.entrySet().stream().min(order).map(Map.Entry::getKey);
    leaving.ifPresent(open::remove); // closing tells of it later
    open.put(connection, new Admission(Caller.networkOf(from)));
    return leaving;
  }

  /** A connection waits for a request. */
  public void waits(C connection) {
    Admission admission = open.get(connection);
    if (admission != null) {
      admission.waits = true;
    }
  }

  /** A connection has a request under way. */
  public void works(C connection) {
    Admission admission = open.remove(connection);
    if (admission != null) {
      admission.waits = false;
      open.put(connection, admission);
    }
  }

  /** A connection has shown what it may do. */
  public void allowed(C connection, Role role) {
    Admission admission = open.get(connection);
    if (admission != null) {
      admission.role = role;
    }
  }

  public void gone(C connection) {
    open.remove(connection);
  }
}
