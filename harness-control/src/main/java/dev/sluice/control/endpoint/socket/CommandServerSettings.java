package dev.sluice.control.endpoint.socket;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;

/**
 * How a command socket is offered.
 *
 * @param bind the address to listen on; another than a loopback one only together with a token
 * @param port the port, 0 for any that is free
 * @param token what clients must know, if they must
 * @param maxSessions how many clients may be connected at the same time
 * @param idleTimeout how long a client may be silent before its session is given to somebody else
 */
public record CommandServerSettings(
    InetAddress bind,
    int port,
    Optional<AccessToken> token,
    int maxSessions,
    Duration idleTimeout) {

  public static final int DEFAULT_MAX_SESSIONS = 64;
  public static final Duration DEFAULT_IDLE_TIMEOUT = Duration.ofMinutes(10);

  private static final int LARGEST_PORT = 65_535;

  /**
   * @throws IllegalArgumentException if a value is out of range, or if the socket would be open to
   *     other hosts without a token
   */
  public CommandServerSettings {
    if (port < 0 || port > LARGEST_PORT) {
      throw new IllegalArgumentException("a control port is 0 to 65535, not " + port);
    }
    if (maxSessions < 1) {
      throw new IllegalArgumentException("at least 1 control session, not " + maxSessions);
    }
    if (idleTimeout.isNegative() || idleTimeout.isZero()) {
      throw new IllegalArgumentException("an idle time-out is above 0, not " + idleTimeout);
    }
    if (token.isEmpty() && !bind.isLoopbackAddress()) {
      throw new IllegalArgumentException(
          "a control socket on "
              + bind.getHostAddress()
              + " can be reached by other hosts, so it needs a token");
    }
  }

  /** For this host only, without a token, with the defaults. */
  public static CommandServerSettings onLoopback(int port) {
    return of(InetAddress.getLoopbackAddress(), port, Optional.empty());
  }

  /** With the default number of sessions and idle time-out. */
  public static CommandServerSettings of(InetAddress bind, int port, Optional<AccessToken> token) {
    return new CommandServerSettings(bind, port, token, DEFAULT_MAX_SESSIONS, DEFAULT_IDLE_TIMEOUT);
  }
}
