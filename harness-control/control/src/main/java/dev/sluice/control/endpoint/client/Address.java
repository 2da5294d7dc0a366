package dev.sluice.control.endpoint.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/** Where a process takes commands; as text, it is what a person writes. */
public sealed interface Address permits HostPort, Address.HttpAddress {

  /**
   * Parses {@code HOST:PORT}, a command socket, or {@code http://HOST:PORT}, the port of a page.
   *
   * @throws IllegalArgumentException if it is neither; the message names it
   */
  static Address parse(String text) {
    return HttpAddress.isOne(text) ? HttpAddress.parse(text) : HostPort.parse(text);
  }

  /**
   * Where the HTTP port of a process is.
   *
   * @param base scheme, host and port
   */
  record HttpAddress(URI base) implements Address {

    private static final Pattern SCHEME = Pattern.compile("(?i)https?://.*");

    static boolean isOne(String text) {
      return SCHEME.matcher(text.strip()).matches();
    }

    /**
     * Parses {@code http://HOST:PORT} or {@code https://HOST:PORT}.
     *
     * @throws IllegalArgumentException if it is anything else; the message names it
     */
    static HttpAddress parse(String text) {
      try {
        URI uri = new URI(text.strip());
        boolean bare =
            uri.getHost() != null
                && uri.getUserInfo() == null
                && (uri.getPath().isEmpty() || uri.getPath().equals("/"))
                && uri.getQuery() == null
                && uri.getFragment() == null;
        if (bare) {
          return new HttpAddress(uri.resolve("/"));
        }
      } catch (URISyntaxException e) {
        // told below
      }
      throw new IllegalArgumentException(
          "'" + text + "' is not an address such as http://mqapp1:8080");
    }

    URI at(String path) {
      return base.resolve(path);
    }

    /** As it is parsed. */
    @Override
    public String toString() {
      return base.toString().replaceFirst("/$", "");
    }
  }
}
