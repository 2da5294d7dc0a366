package dev.sluice.control.sink.metrics;

import java.net.InetAddress;

/**
 * Where metrics are served.
 *
 * @param bind the address to listen on
 * @param port the port, 0 for any that is free
 */
public record MetricsSettings(InetAddress bind, int port) {

  private static final int LARGEST_PORT = 65_535;

  /**
   * @throws IllegalArgumentException if the port is out of range
   */
  public MetricsSettings {
    if (port < 0 || port > LARGEST_PORT) {
      throw new IllegalArgumentException("a metrics port is 0 to 65535, not " + port);
    }
  }

  /** For this host only. */
  public static MetricsSettings onLoopback(int port) {
    return new MetricsSettings(InetAddress.getLoopbackAddress(), port);
  }
}
