package dev.sluice.control.fleet.link;

import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where a member of a fleet listens, and where it looks for others.
 *
 * @param fleet the name of the fleet
 * @param member the name of this process, which no other process has and none will have
 * @param version the version of Sluice, which must be that of the others
 * @param bind the address to listen on, which the others reach
 * @param port the port to listen on
 * @param orFreePort whether it listens on a free port if that one is taken
 * @param peerPort the port of peers without one
 * @param peers hosts of members, as {@code host} or {@code host:port}
 * @param service a DNS name whose addresses are members, or empty
 */
public record FleetSettings(
    String fleet,
    String member,
    String version,
    InetAddress bind,
    int port,
    boolean orFreePort,
    int peerPort,
    List<String> peers,
    String service) {

  public static final int DEFAULT_PORT = 7800;

  private static final int MAX_PORT = 65_535;
  private static final int ANY_PORT = 9; // nothing is sent there

  /** What names of fleets and members consist of. */
  public static final String NAME = "[A-Za-z0-9._#-]{1,100}";

  public FleetSettings {
    peers = List.copyOf(peers);
    requireName(fleet);
    requireName(member);
  }

  /** The same, listening on a port that was found. */
  FleetSettings at(int bound) {
    return new FleetSettings(
        fleet, member, version, bind, bound, orFreePort, peerPort, peers, service);
  }

  /** Whether a text names a host, and perhaps a port. */
  public static boolean isPeer(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 0 || colon != text.indexOf(':')) { // a name, or an IPv6 address
      return text.matches("[^\\s:]+|[0-9a-fA-F:.]+");
    }
    String port = text.substring(colon + 1);
    return colon > 0 && port.matches("\\d{1,5}") && Integer.parseInt(port) <= MAX_PORT;
  }

  private static void requireName(String name) {
    if (!name.matches(NAME)) {
      throw new IllegalArgumentException(
          "'"
              + name
              + "' is not a valid name: use up to 100 letters, digits, '.', '_', '-' and '#'");
    }
  }

  /**
   * The address from which this host reaches the first of its peers that has one, else its first
   * one that others may reach, else loopback.
   */
  public static InetAddress addressTowards(List<String> peers, String service) {
    return Stream.concat(peers.stream(), Stream.of(service))
        .filter(peer -> !peer.isEmpty())
        .flatMap(peer -> PeerDiscovery.addresses(peer, ANY_PORT).stream())
        .flatMap(peer -> routeTo(peer).stream())
        .findFirst()
        .or(FleetSettings::firstOfInterfaces)
        .orElseGet(InetAddress::getLoopbackAddress);
  }

  private static Optional<InetAddress> routeTo(InetSocketAddress peer) {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(peer);
      return Optional.of(socket.getLocalAddress()).filter(own -> !own.isAnyLocalAddress());
    } catch (SocketException e) {
      return Optional.empty();
    }
  }

  private static Optional<InetAddress> firstOfInterfaces() {
    try {
      return NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
          .findFirst();
    } catch (SocketException e) {
      return Optional.empty();
    }
  }
}
