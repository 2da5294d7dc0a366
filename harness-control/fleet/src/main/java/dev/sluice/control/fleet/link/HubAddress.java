package dev.sluice.control.fleet.link;

/**
 * Where a hub is.
 *
 * @param url of a broker of one's own, as the Artemis client takes it; empty for a fleet's own hub
 * @param host of a fleet's own hub
 * @param port of a fleet's own hub
 */
public record HubAddress(String url, String host, int port) {

  public static final int DEFAULT_PORT = 7800;

  private static final int MAX_PORT = 65_535;

  /**
   * The address that a person wrote: {@code HOST}, {@code HOST:PORT} or the URL of a broker.
   *
   * @throws IllegalArgumentException if it is none of them
   */
  public static HubAddress parse(String text) {
    if (text.contains("://")) {
      return new HubAddress(text, "", 0);
    }
    int colon = text.lastIndexOf(':');
    boolean plain = colon < 0 || colon != text.indexOf(':'); // a name, or an IPv6 address
    String host = plain ? text : text.substring(0, colon);
    String port = plain ? String.valueOf(DEFAULT_PORT) : text.substring(colon + 1);
    if (!host.matches("[^\\s:/]+|[0-9a-fA-F:.]+")
        || !port.matches("\\d{1,5}")
        || Integer.parseInt(port) > MAX_PORT) {
      throw new IllegalArgumentException(
          "'" + text + "' is not HOST, HOST:PORT or the URL of a broker, as tcp://HOST:61616");
    }
    return new HubAddress("", host, Integer.parseInt(port));
  }

  boolean isOwn() {
    return url.isEmpty();
  }

  /** For people, without what may be a secret. */
  @Override
  public String toString() {
    return isOwn() ? host + ":" + port : url.replaceFirst("\\?.*", "");
  }
}
