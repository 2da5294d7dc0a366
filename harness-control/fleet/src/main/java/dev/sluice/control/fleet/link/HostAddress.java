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

/** Which of a host's addresses a member uses if nobody says so. */
public final class HostAddress {

  private static final int ANY_PORT = 9; // nothing is sent there

  private HostAddress() {}

  /**
   * The address from which this host reaches the first of its peers that has one, else its first
   * one that others may reach, else loopback.
   */
  public static InetAddress towards(List<String> peers, String service) {
    return Stream.concat(peers.stream(), Stream.of(service))
        .filter(peer -> !peer.isEmpty())
        .flatMap(peer -> PeerDiscovery.addresses(peer, ANY_PORT).stream())
        .flatMap(peer -> routeTo(peer).stream())
        .findFirst()
        .or(HostAddress::firstOfInterfaces)
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
