package dev.sluice.control.endpoint.client;

/** Where a process takes commands; as text, it is what a person writes. */
public sealed interface Address permits HostPort, HttpAddress {

  /**
   * Parses {@code HOST:PORT}, a command socket, or {@code http://HOST:PORT}, the port of a page.
   *
   * @throws IllegalArgumentException if it is neither; the message names it
   */
  static Address parse(String text) {
    return HttpAddress.isOne(text) ? HttpAddress.parse(text) : HostPort.parse(text);
  }
}
