package dev.sluice.control.endpoint.access;

import java.net.InetAddress;
import java.util.Optional;

/**
 * Where a port listens, and who may use it.
 *
 * @param bind the address to listen on
 * @param port the port, 0 for any that is free
 * @param tokens what clients must know, if they must
 * @param tls how connections are encrypted, if they are
 */
public record PortSettings(
    InetAddress bind, int port, AccessTokens tokens, Optional<ServerTls> tls) {

  private static final int LARGEST_PORT = 65_535;

  /**
   * @throws IllegalArgumentException if the port is out of range
   */
  public PortSettings {
    if (port < 0 || port > LARGEST_PORT) {
      throw new IllegalArgumentException("a port is 0 to 65535, not " + port);
    }
  }

  /** For this host only, without tokens and in plain text. */
  public static PortSettings onLoopback(int port) {
    return new PortSettings(
        InetAddress.getLoopbackAddress(), port, AccessTokens.NONE, Optional.empty());
  }

  /** Whether other hosts may reach it. */
  public boolean isRemote() {
    return !bind.isLoopbackAddress();
  }

  /** What people should know who let other hosts use it, if there is something. */
  public Optional<String> warning() {
    if (!isRemote() || (tokens.needed() && tls.isPresent())) {
      return Optional.empty();
    }
    return Optional.of(
        tokens.needed()
            ? "anybody who can read the network can read the tokens of this port: it is not"
                + " encrypted"
            : "anybody who can reach this port may use it: it needs no token"
                + (tls.isPresent() ? "" : ", and is not encrypted"));
  }

  /**
   * These settings, if other hosts can use the port with a token only.
   *
   * @param options what gives the token
   * @throws IllegalArgumentException if they can without
   */
  public PortSettings requireToken(String options) {
    if (isRemote() && !tokens.needed()) {
      throw new IllegalArgumentException(
          "a port that other hosts can reach needs a token: " + options);
    }
    return this;
  }

  /**
   * These settings, if nobody on the network can read what goes over the port.
   *
   * @param options what gives the certificate, or lifts this
   * @throws IllegalArgumentException if somebody can
   */
  public PortSettings requireTls(String options) {
    if (isRemote() && tls.isEmpty()) {
      throw new IllegalArgumentException(
          "a port that other hosts can reach needs a certificate: " + options);
    }
    return this;
  }
}
