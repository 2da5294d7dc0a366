package dev.sluice.jms.provider.ibmmq.ccdt;

/**
 * Where a listener is.
 *
 * @param host name or address, empty if the table gives none
 * @param port as the table has it, {@link #DEFAULT_PORT} if it gives none
 */
public record CcdtAddress(String host, int port) {

  /** The port that the client dials when an address has none. */
  public static final int DEFAULT_PORT = 1414;

  /** As IBM MQ writes connection names. */
  @Override
  public String toString() {
    return host + "(" + port + ")";
  }
}
