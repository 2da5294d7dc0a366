package dev.sluice.control.endpoint.client;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a command socket is.
 *
 * @param host a name or an address, without brackets
 * @param port 1 to 65535
 */
public record HostPort(String host, int port) implements Address {

  private static final int LARGEST_PORT = 65_535;
  private static final Pattern HOST_PORT =
      Pattern.compile("(?:\\[([0-9A-Fa-f:.%\\w]+)\\]|([^\\[\\]:\\s]+)):(\\d{1,5})");

  public HostPort {
    if (port < 1 || port > LARGEST_PORT) {
      throw new IllegalArgumentException("a port is 1 to 65535, not " + port);
    }
  }

  /**
   * Parses {@code HOST:PORT}; an IPv6 address stands in brackets.
   *
   * @throws IllegalArgumentException if it is anything else; the message names it
   */
  public static HostPort parse(String text) {
    Matcher matcher = HOST_PORT.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not a HOST:PORT (such as mqapp1:4444, or [::1]:4444 for an IPv6 address)");
    }
    String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    int port = Integer.parseInt(matcher.group(3));
    if (port < 1 || port > LARGEST_PORT) {
      throw new IllegalArgumentException("the port of '" + text + "' is not 1 to 65535");
    }
    return new HostPort(host, port);
  }

  /** As it is parsed. */
  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
