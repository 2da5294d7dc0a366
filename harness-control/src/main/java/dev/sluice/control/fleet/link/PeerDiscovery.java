package dev.sluice.control.fleet.link;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jgroups.Address;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCPPING;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.Responses;

/**
 * Asks the hosts that are named, and those that a DNS name stands for, for their members. Names are
 * resolved each time, by the resolver of the host: one that has no address yet may have one soon.
 */
final class PeerDiscovery extends TCPPING {

  private static final int GONE_ASKED = 3;

  private final FleetSettings settings;

  PeerDiscovery(FleetSettings settings) {
    this.settings = settings;
    setId(ClassConfigurator.getProtocolId(TCPPING.class));
    setPortRange(0);
    setInitialHosts(List.of());
  }

  /**
   * Asks the peers, and some of those that were members and are none now. Asking all that are
   * known, as the superclass does, would be a message from each member to each other one, and a
   * connection, every few seconds.
   */
  @Override
  public void findMembers(List<Address> members, boolean initialDiscovery, Responses responses) {
    List<PhysicalAddress> known = new ArrayList<>(dynamic_hosts);
    List<PhysicalAddress> gone = new ArrayList<>(known);
    gone.removeAll(present());
    Collections.shuffle(gone);
    Set<PhysicalAddress> asked = new LinkedHashSet<>();
    peers().forEach(peer -> asked.add(new IpAddress(peer)));
    gone.stream().limit(GONE_ASKED).forEach(asked::add);
    setInitialHosts2(asked);
    clearDynamicHostList();
    super.findMembers(members, initialDiscovery, responses);
    known.forEach(dynamic_hosts::addIfAbsent);
  }

  private List<PhysicalAddress> present() {
    View now = view;
    return now == null
        ? List.of()
        : now.getMembers().stream()
            .flatMap(member -> MemberAddress.read(member).stream())
            .<PhysicalAddress>map(member -> new IpAddress(member.listensOn()))
            .toList();
  }

  private Set<InetSocketAddress> peers() {
    Set<InetSocketAddress> peers = new LinkedHashSet<>();
    for (String peer : settings.peers()) {
      peers.addAll(addresses(peer, settings.peerPort()));
    }
    if (!settings.service().isEmpty()) {
      peers.addAll(addresses(settings.service(), settings.peerPort()));
    }
    return peers;
  }

  /**
   * What {@code host} or {@code host:port} stands for; nothing if it has no address now.
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
