package dev.sluice.control.endpoint.access;

import dev.sluice.control.endpoint.access.AccessTokens.Role;
import dev.sluice.core.text.ForeignText;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Who is at the other end of a connection.
 *
 * @param from where it comes from
 * @param role what it may do
 * @param certificate whose certificate it has shown, if it has
 */
public record Caller(InetAddress from, Role role, Optional<String> certificate) {

  private static final int NETWORK_BYTES = 8;

  /** The other end of a connection. */
  public static Caller of(Channel connection, Role role) {
    return new Caller(addressOf(connection), role, certificateOf(connection));
  }

  /** Where a connection comes from. */
  public static InetAddress addressOf(Channel connection) {
    return ((InetSocketAddress) connection.remoteAddress()).getAddress();
  }

  /**
   * What addresses that one host can have are known by: IPv6 addresses of one network of 64 bits
   * are one.
   */
  public static Object networkOf(InetAddress address) {
    byte[] bytes = address.getAddress();
    return ByteBuffer.wrap(
        Arrays.copyOf(bytes, address instanceof Inet6Address ? NETWORK_BYTES : bytes.length));
  }

  private static Optional<String> certificateOf(Channel connection) {
    SslHandler tls = connection.pipeline().get(SslHandler.class);
    if (tls == null || !tls.engine().getNeedClientAuth()) {
      return Optional.empty();
    }
    try {
      String name = tls.engine().getSession().getPeerPrincipal().getName();
      return Optional.of(ForeignText.printable(name));
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty();
    }
  }

  /** As an event tells of it: {@code 10.0.0.7 (control, CN=anna)}. */
  @Override
  public String toString() {
    return from.getHostAddress()
        + " ("
        + role.name().toLowerCase(Locale.ROOT)
        + certificate.map(name -> ", " + name).orElse("")
        + ")";
  }
}
