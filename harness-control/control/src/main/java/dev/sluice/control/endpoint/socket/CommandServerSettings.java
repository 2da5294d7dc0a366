package dev.sluice.control.endpoint.socket;

import dev.sluice.control.endpoint.access.PortSettings;
import java.time.Duration;

/**
 * How a command socket is offered.
 *
 * @param port where it listens, and who may use it
 * @param maxSessions how many clients may be connected at the same time
 * @param idleTimeout how long a client may be silent before its session is given to somebody else
 */
public record CommandServerSettings(PortSettings port, int maxSessions, Duration idleTimeout) {

  public static final int DEFAULT_MAX_SESSIONS = 64;
  public static final Duration DEFAULT_IDLE_TIMEOUT = Duration.ofMinutes(10);

  /**
   * @throws IllegalArgumentException if a value is out of range
   */
  public CommandServerSettings {
    if (maxSessions < 1) {
      throw new IllegalArgumentException("at least 1 control session, not " + maxSessions);
    }
    if (idleTimeout.isNegative() || idleTimeout.isZero()) {
      throw new IllegalArgumentException("an idle time-out is above 0, not " + idleTimeout);
    }
  }

  /** For this host only, without a token, with the defaults. */
  public static CommandServerSettings onLoopback(int port) {
    return of(PortSettings.onLoopback(port));
  }

  /** With the default number of sessions and idle time-out. */
  public static CommandServerSettings of(PortSettings port) {
    return new CommandServerSettings(port, DEFAULT_MAX_SESSIONS, DEFAULT_IDLE_TIMEOUT);
  }
}
