package dev.sluice.control.fleet.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.jgroups.Address;
import org.jgroups.util.ExtendedUUID;

/**
 * A member's address in the group, which carries its name and where it listens, so that who knows
 * the group's view knows these.
 */
record MemberAddress(String name, InetSocketAddress listensOn, Address inGroup) {

  private static final String NAME = "name";
  private static final String LISTENS_ON = "at";

  /** A new address of a member. */
  static MemberAddress of(String name, InetAddress host, int port) {
    byte[] at = (host.getHostAddress() + ":" + port).getBytes(UTF_8);
    ExtendedUUID address =
        ExtendedUUID.randomUUID(name).put(NAME, name.getBytes(UTF_8)).put(LISTENS_ON, at);
    return new MemberAddress(name, new InetSocketAddress(host, port), address);
  }

  /** What an address of the group carries; empty if it is not one of ours. */
  static Optional<MemberAddress> read(Address address) {
    if (!(address instanceof ExtendedUUID carrier)) {
      return Optional.empty();
    }
    byte[] name = carrier.get(NAME);
    byte[] at = carrier.get(LISTENS_ON);
    if (name == null || at == null) {
      return Optional.empty();
    }
    String text = new String(at, UTF_8);
    int colon = text.lastIndexOf(':');
    InetSocketAddress listensOn =
        new InetSocketAddress(
            text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    return Optional.of(new MemberAddress(new String(name, UTF_8), listensOn, address));
  }
}
