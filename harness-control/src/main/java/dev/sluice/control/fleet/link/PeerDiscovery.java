package dev.sluice.control.fleet.link;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jgroups.Address;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCPPING;
import org.jgroups.util.Responses;

/**
 * Asks the hosts that are named, and those that a DNS name stands for, for their members. Names are
 * resolved each time, by the resolver of the host: one that has no address yet may have one soon.
 */
final class PeerDiscovery extends TCPPING {

  private final FleetSettings settings;

  PeerDiscovery(FleetSettings settings) {
    this.settings = settings;
    setId(ClassConfigurator.getProtocolId(TCPPING.class));
    setPortRange(0);
    setInitialHosts(List.of());
  }

  @Override
  public void findMembers(List<Address> members, boolean initialDiscovery, Responses responses) {
    setInitialHosts(peers());
    super.findMembers(members, initialDiscovery, responses);
  }

  private Set<InetSocketAddress> peers() {
    Set<InetSocketAddress> peers = new LinkedHashSet<>();
    for (String peer : settings.peers()) {
      int colon = peer.lastIndexOf(':');
      boolean hasPort = colon > 0 && colon == peer.indexOf(':');
      add(
          peers,
          hasPort ? peer.substring(0, colon) : peer,
          hasPort ? Integer.parseInt(peer.substring(colon + 1)) : settings.port());
    }
    if (!settings.service().isEmpty()) {
      add(peers, settings.service(), settings.port());
    }
    return peers;
  }

  private static void add(Set<InetSocketAddress> peers, String host, int port) {
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        peers.add(new InetSocketAddress(address, port));
      }
    } catch (UnknownHostException e) {
      // not yet, or not any more
    }
  }
}
