package dev.sluice.control.fleet.link;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Whom a member calls: the hosts that are named, those that a DNS name stands for, and members that
 * others tell of.
 *
 * <p>The first three peers, in the order of their addresses, are the founders. Every member calls
 * them again and again until it is connected to them, so that members that name the same peers find
 * each other, and find each other again after a cut. Others it calls as long as it has few
 * connections. Of those that seem to be away it calls one, drawn at random, every two seconds, in
 * case the founders are gone. Who visits a fleet calls every peer.
 *
 * <p>{@link #unreached} may be called on any thread, {@link #resolve} on one that may wait, all
 * else on the thread of the connections.
 */
final class PeerDiscovery {

  private static final int FOUNDERS = 3;

  /** A member with fewer connections calls others than the founders, too. */
  private static final int FEW_CONNECTIONS = 4;

  private static final long RANDOM_CALL_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(3);

  private static final Comparator<InetSocketAddress> BY_ADDRESS =
      Comparator.comparing(
              (InetSocketAddress at) -> at.getAddress().getAddress(), Arrays::compareUnsigned)
          .thenComparing(InetSocketAddress::getPort);

  private final FleetSettings settings;
  private final Random random;
  private final Map<InetSocketAddress, Call> calls = new ConcurrentHashMap<>();
  private volatile Map<String, List<InetSocketAddress>> resolved = Map.of();
  private volatile List<InetSocketAddress> peers = List.of();
  private long nextRandomNanos;

  /**
   * The latest call of an address.
   *
   * @param underWay whether its outcome is not known yet
   * @param pauseNanos how long to wait after it before the next one
   * @param member who answered there, or empty
   * @param refused whether its host answered that nobody listens there
   * @param why why it was in vain, or empty
   */
  private record Call(
      boolean underWay,
      long endedNanos,
      long pauseNanos,
      String member,
      boolean refused,
      String why) {

    static final Call NONE = new Call(false, 0, 0, "", false, "");
  }

  PeerDiscovery(FleetSettings settings, Random random, long nowNanos) {
    this.nextRandomNanos = nowNanos;
    this.settings = settings;
    this.random = random;
  }

  /** Asks the host's resolver: a name that has no address yet may have one soon. May wait. */
  void resolve() {
    Map<String, List<InetSocketAddress>> found = new LinkedHashMap<>();
    Stream.concat(settings.peers().stream(), Stream.of(settings.service()))
        .filter(name -> !name.isEmpty())
        .forEach(name -> found.put(name, addresses(name, settings.peerPort())));
    resolved = found;
    peers = found.values().stream().flatMap(List::stream).distinct().sorted(BY_ADDRESS).toList();
  }

  /** Whether no other peer comes before this process: it need not wait to be found. */
  boolean isFirst() {
    return peers.isEmpty() || peers.get(0).equals(own());
  }

  /** Whether the outcome of a call is still to come. */
  boolean isCalling() {
    return calls.values().stream().anyMatch(Call::underWay);
  }

  /**
   * Whom to call now.
   *
   * @param connected the members to which there is a connection
   * @param present all that are there, as far as is known
   * @param addresses where members listen, or have listened
   */
  List<InetSocketAddress> toCall(
      long nowNanos,
      Set<String> connected,
      Set<String> present,
      Map<String, InetSocketAddress> addresses) {
    Set<InetSocketAddress> candidates = new LinkedHashSet<>(peers);
    addresses.values().stream().filter(at -> !last(at).refused).forEach(candidates::add);
    candidates.remove(own());
    connected.forEach(member -> candidates.remove(addresses.get(member)));
    candidates.removeIf(at -> isThere(last(at).member, connected) || !mayCall(nowNanos, at));
    List<InetSocketAddress> always =
        settings.orFreePort() ? peers : peers.stream().limit(FOUNDERS).toList();
    List<InetSocketAddress> chosen = new ArrayList<>();
    List<InetSocketAddress> rest = new ArrayList<>();
    for (InetSocketAddress each : candidates) {
      boolean few = connected.size() + chosen.size() < FEW_CONNECTIONS;
      (few || always.contains(each) ? chosen : rest).add(each);
    }
    present.forEach(member -> rest.remove(addresses.get(member)));
    if (nowNanos - nextRandomNanos >= 0 && !rest.isEmpty()) {
      nextRandomNanos = nowNanos + RANDOM_CALL_NANOS;
      chosen.add(rest.get(random.nextInt(rest.size())));
    }
    return chosen;
  }

  /** Whether a member that has answered somewhere is connected, or this process itself. */
  private boolean isThere(String member, Set<String> connected) {
    return member.equals(settings.member()) || connected.contains(member);
  }

  private Call last(InetSocketAddress at) {
    return calls.getOrDefault(at, Call.NONE);
  }

  /** Whether an address is not called now, and was not called in vain just now. */
  boolean mayCall(long nowNanos, InetSocketAddress at) {
    Call last = calls.get(at);
    return last == null || (!last.underWay && nowNanos - last.endedNanos >= last.pauseNanos);
  }

  void calls(InetSocketAddress at) {
    Call last = last(at);
    calls.put(at, new Call(true, 0, last.pauseNanos, last.member, last.refused, last.why));
  }

  /** A member has answered there, which may be this process itself. */
  void reached(long nowNanos, InetSocketAddress at, String member) {
    calls.put(at, new Call(false, nowNanos, FIRST_PAUSE_NANOS, member, false, ""));
  }

  /**
   * No member could be reached there.
   *
   * @param refused whether its host answered that nobody listens there
   */
  void notReached(long nowNanos, InetSocketAddress at, boolean refused, String why) {
    long pauseNanos =
        Math.max(FIRST_PAUSE_NANOS, Math.min(2 * last(at).pauseNanos, LONGEST_PAUSE_NANOS));
    calls.put(at, new Call(false, nowNanos, pauseNanos, "", refused, why));
  }

  /** The peers that were not reached at the last attempt, and why, in single lines. */
  List<String> unreached() {
    List<String> lines = new ArrayList<>();
    resolved.forEach(
        (peer, found) -> {
          if (found.isEmpty()) {
            lines.add("peer " + peer + " has no address");
          }
          for (InetSocketAddress each : found) {
            String at = each.getAddress().getHostAddress() + ":" + each.getPort();
            String why = last(each).why;
            if (!why.isEmpty()) {
              lines.add("peer " + (peer.equals(at) ? at : peer + " at " + at) + " " + why);
            }
          }
        });
    return lines;
  }

  private InetSocketAddress own() {
    return new InetSocketAddress(settings.bind(), settings.port());
  }

  /**
   * The addresses of {@code host} or {@code host:port}; none if it has no address now.
   *
   * @param defaultPort the port if none is given
   */
  static List<InetSocketAddress> addresses(String peer, int defaultPort) {
    int colon = peer.lastIndexOf(':');
    boolean hasPort = colon > 0 && colon == peer.indexOf(':'); // more of them are an IPv6 address
    String host = hasPort ? peer.substring(0, colon) : peer;
    int port = hasPort ? Integer.parseInt(peer.substring(colon + 1)) : defaultPort;
    try {
      return Stream.of(InetAddress.getAllByName(host))
          .map(address -> new InetSocketAddress(address, port))
          .toList();
    } catch (UnknownHostException e) {
      return List.of(); // not yet, or not any more
    }
  }
}
