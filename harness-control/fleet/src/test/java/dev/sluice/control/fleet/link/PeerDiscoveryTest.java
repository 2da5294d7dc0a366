package dev.sluice.control.fleet.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whom a member calls, by what became of its calls. */
class PeerDiscoveryTest {

  private static final int OWN_PORT = 7800;
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final InetAddress host = InetAddress.getLoopbackAddress();
  private final Map<String, InetSocketAddress> connected = new HashMap<>();
  private final Set<String> present = new HashSet<>();
  private long nowNanos = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(30); // clocks may wrap

  @Test
  void theFirstFounderDoesNotWaitForOneThatIsNotThere() {
    PeerDiscovery discovery = of(OWN_PORT, OWN_PORT, OWN_PORT + 1);
    assertThat(discovery.isFirst()).isTrue();
    assertThat(next(discovery)).containsExactly(at(OWN_PORT + 1));
    assertThat(discovery.isCalling()).isTrue();
    discovery.notReached(nowNanos, at(OWN_PORT + 1), true, "refuses connections");
    assertThat(discovery.isCalling()).isFalse();
    assertThat(of(OWN_PORT + 1, OWN_PORT, OWN_PORT + 1).isFirst()).isFalse();
  }

  /** Whatever was in vain, founders are called again within seconds, and never twice at once. */
  @Test
  void foundersAreCalledAgainAndAgain() {
    PeerDiscovery discovery = of(OWN_PORT, 1, 2, 3, 4);
    Random random = new Random(1);
    Map<InetSocketAddress, Long> ended = new HashMap<>();
    Set<InetSocketAddress> underWay = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      for (InetSocketAddress each : next(discovery)) {
        assertThat(underWay.add(each)).isTrue();
      }
      for (InetSocketAddress each : Set.copyOf(underWay)) {
        if (random.nextInt(20) == 0) {
          underWay.remove(each);
          ended.put(each, nowNanos);
          discovery.notReached(nowNanos, each, random.nextBoolean(), "is not there");
        }
      }
      nowNanos += TICK_NANOS;
      for (int port = 1; port <= 3; port++) {
        InetSocketAddress founder = at(port);
        if (!underWay.contains(founder) && ended.containsKey(founder)) {
          assertThat(nowNanos - ended.get(founder)).isLessThan(TimeUnit.SECONDS.toNanos(4));
        }
      }
    }
  }

  @Test
  void oneWithManyConnectionsCallsFoundersAndFewOthers() {
    PeerDiscovery discovery = of(OWN_PORT, IntStream.rangeClosed(1, 100).toArray());
    IntStream.rangeClosed(50, 60).forEach(port -> connected.put("on" + port, at(port)));
    List<InetSocketAddress> called = new ArrayList<>();
    for (int i = 0; i < 100; i++) { // ten seconds
      List<InetSocketAddress> now = next(discovery);
      assertThat(now).doesNotContainAnyElementsOf(connected.values());
      now.forEach(each -> discovery.notReached(nowNanos, each, true, "is not there"));
      called.addAll(now);
      nowNanos += TICK_NANOS;
    }
    assertThat(called).contains(at(1), at(2), at(3));
    called.removeAll(List.of(at(1), at(2), at(3)));
    assertThat(called).hasSizeBetween(3, 6);
  }

  /** So connections are a star, and not each to each. */
  @Test
  void whoIsThereIsNotCalledByOneWithManyConnections() {
    PeerDiscovery discovery = of(OWN_PORT, 1);
    IntStream.rangeClosed(1, 10).forEach(port -> connected.put("on" + port, at(port)));
    present.add("other20");
    assertThat(next(discovery, at(20))).isEmpty();
    nowNanos += TimeUnit.SECONDS.toNanos(60);
    assertThat(next(discovery, at(20))).isEmpty();
    assertThat(next(discovery, at(20), at(21))).containsExactly(at(21));
  }

  /** Else it would call for ever, by another of its addresses, who is connected, or itself. */
  @Test
  void whoHasAnsweredElsewhereIsNotCalledWhileItIsConnected() {
    PeerDiscovery discovery = of(OWN_PORT, 1, 2);
    next(discovery);
    discovery.reached(nowNanos, at(1), "self");
    discovery.reached(nowNanos, at(2), "two");
    connected.put("two", at(99));
    nowNanos += TimeUnit.SECONDS.toNanos(60);
    assertThat(next(discovery)).isEmpty();
    connected.clear();
    assertThat(next(discovery)).containsExactly(at(2));
  }

  /** Members that end leave their addresses behind. */
  @Test
  void oneThatOthersToldOfIsForgottenWhenItsHostRefuses() {
    PeerDiscovery discovery = of(OWN_PORT, 1);
    assertThat(next(discovery, at(5))).containsExactly(at(1), at(5));
    discovery.notReached(nowNanos, at(1), true, "refuses connections");
    discovery.notReached(nowNanos, at(5), true, "refuses connections");
    nowNanos += TimeUnit.SECONDS.toNanos(60);
    assertThat(next(discovery, at(5))).containsExactly(at(1));
  }

  private List<InetSocketAddress> next(PeerDiscovery discovery, InetSocketAddress... others) {
    Map<String, InetSocketAddress> addresses = new HashMap<>(connected);
    for (InetSocketAddress each : others) {
      addresses.put("other" + each.getPort(), each);
    }
    List<InetSocketAddress> next =
        discovery.toCall(nowNanos, connected.keySet(), present, addresses);
    next.forEach(discovery::calls);
    return next;
  }

  private PeerDiscovery of(int own, int... peers) {
    PeerDiscovery discovery =
        new PeerDiscovery(
            new FleetSettings(
                "perf",
                "self",
                "1",
                host,
                own,
                false,
                OWN_PORT,
                IntStream.of(peers).mapToObj(port -> host.getHostAddress() + ":" + port).toList(),
                ""),
            new Random(1),
            nowNanos);
    discovery.resolve();
    return discovery;
  }

  private InetSocketAddress at(int port) {
    return new InetSocketAddress(host, port);
  }
}
