package dev.sluice.control.fleet.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.protocols.PingData;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.Protocol;
import org.jgroups.util.BoundedList;
import org.jgroups.util.Responses;
import org.jgroups.util.TimeScheduler3;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a process finds that asks for its fleet, by what its peers answer. */
class PeerDiscoveryTest {

  private static final int OWN_PORT = 7800;
  private static final int PEER_PORT = 7801;
  private static final long PATIENCE_MILLIS = 60_000; // answers come at once

  private final InetAddress host = InetAddress.getLoopbackAddress();
  private final Address self = member("self", OWN_PORT);
  private final Peers peers = new Peers();
  private final TimeScheduler3 timer = new TimeScheduler3();
  private PeerDiscovery discovery;

  @BeforeEach
  void ask() {
    String name = host.getHostAddress();
    discovery =
        new PeerDiscovery(
            new FleetSettings(
                "perf",
                "self",
                "1",
                host,
                OWN_PORT,
                false,
                PEER_PORT,
                List.of(name + ":" + OWN_PORT, name + ":" + PEER_PORT),
                ""));
    discovery.setValue("timer", timer); // which it gets of a transport that is running
    discovery.setValue("dynamic_hosts", new BoundedList<>(1));
    discovery.setDownProtocol(peers);
    discovery.addr(self);
  }

  @AfterEach
  void end() {
    timer.stop();
  }

  /** Between two attempts to join, another member has become the first of the group. */
  @Test
  void whoLedTheGroupWhenItWasFirstAskedForIsForgotten() {
    Address before = member("before", PEER_PORT);
    Address after = member("after", PEER_PORT + 1);
    peers.leader = before;
    Responses first = found();
    first.waitFor(PATIENCE_MILLIS);
    assertThat(leaders(first)).containsExactly(before);

    peers.leader = after;
    first.add(found(), self); // as JGroups does when nobody has let it join
    assertThat(leaders(first)).containsExactly(after);
  }

  /** Own is the first of the two founders. */
  @Test
  void theFirstFounderDoesNotWaitForOneThatIsNotThere() {
    peers.answers = () -> discovery.notReached(peer(), true, "refuses connections");
    assertThat(found()).isEmpty();
  }

  @Test
  void theFirstFounderDoesNotWaitForOneThatStartsToo() {
    peers.answers =
        () -> answer(new PingData(member("two", PEER_PORT), false, "two", at(PEER_PORT)));
    assertThat(found()).isEmpty();
  }

  @Test
  void theFirstFounderWaitsForWhoLeadsAGroupOfWhichItHears() {
    Address leader = member("three", PEER_PORT + 1);
    peers.answers =
        () -> {
          answer(new PingData(member("two", PEER_PORT), true, "two", at(PEER_PORT)));
          answer(new PingData(leader, true, "three", at(PEER_PORT + 1)).coord(true));
        };
    assertThat(leaders(found())).containsExactly(leader);
  }

  private Responses found() {
    return discovery.findMembers(null, true, true, PATIENCE_MILLIS);
  }

  private void answer(PingData data) {
    discovery.addResponse(data, true);
  }

  private IpAddress at(int port) {
    return new IpAddress(host, port);
  }

  private InetSocketAddress peer() {
    return new InetSocketAddress(host, PEER_PORT);
  }

  private static List<Address> leaders(Responses responses) {
    return StreamSupport.stream(responses.spliterator(), false)
        .filter(PingData::isCoord)
        .map(PingData::getAddress)
        .toList();
  }

  private Address member(String name, int port) {
    return MemberAddress.of(name, host, port).inGroup();
  }

  /** They answer whoever asks them. */
  private final class Peers extends Protocol {

    private volatile Address leader;
    private volatile Runnable answers = this::whoLeads;

    private void whoLeads() {
      IpAddress at = new IpAddress(MemberAddress.read(leader).orElseThrow().listensOn());
      answer(new PingData(leader, true, "leader", at).coord(true));
    }

    @Override
    public Object down(Event event) {
      return event.getType() == Event.GET_PHYSICAL_ADDRESS ? new IpAddress(host, OWN_PORT) : null;
    }

    @Override
    public Object down(Message question) {
      answers.run();
      return null;
    }
  }
}
