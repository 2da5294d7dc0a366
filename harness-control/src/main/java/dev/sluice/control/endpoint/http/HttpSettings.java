package dev.sluice.control.endpoint.http;

import java.net.InetAddress;
import java.util.Optional;

/**
 * How a server is offered.
 *
 * @param bind the address to listen on
 * @param port the port, 0 for any that is free
 * @param tokens what clients must know, if they must
 * @param tls the certificate, if connections are encrypted
 */
public record HttpSettings(InetAddress bind, int port, AccessTokens tokens, Optional<TlsFile> tls) {

  private static final int LARGEST_PORT = 65_535;

  /**
   * @throws IllegalArgumentException if the port is out of range
   */
  public HttpSettings {
    if (port < 0 || port > LARGEST_PORT) {
      throw new IllegalArgumentException("a port is 0 to 65535, not " + port);
    }
  }

  /** For this host only, without tokens and in plain text. */
  public static HttpSettings onLoopback(int port) {
    return new HttpSettings(
        InetAddress.getLoopbackAddress(), port, AccessTokens.NONE, Optional.empty());
  }

  /**
   * These settings, if other hosts can neither use the server without a token nor read one.
   *
   * @param withoutTls whether the network may read it
   * @throws IllegalArgumentException if they can
   */
  public HttpSettings requireGuarded(boolean withoutTls) {
    if (!bind.isLoopbackAddress() && !tokens.needed()) {
      throw new IllegalArgumentException(
          "a page that other hosts can reach needs a token (--control-token-file)");
    }
    if (!bind.isLoopbackAddress() && tls.isEmpty() && !withoutTls) {
      throw new IllegalArgumentException(
          "a page that other hosts can reach needs a certificate (--page-tls), or"
              + " --page-without-tls");
    }
    return this;
  }

  String scheme() {
    return tls.isPresent() ? "https" : "http";
  }
}
