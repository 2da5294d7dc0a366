package dev.sluice.jms.provider.ibmmq.ccdt;

import java.util.List;

/** Texts of tables for tests. */
final class Tables {

  private static final String CONNECTION = connection("G", 1);

  private Tables() {}

  /** A table of entries. */
  static String of(String... entries) {
    return "{\"channel\": [" + String.join(",", List.of(entries)) + "]}";
  }

  /** A table of one entry that has more members than it must have. */
  static String with(String members) {
    return of(entry("A", CONNECTION + "," + members));
  }

  /** A table of one entry whose connection is this. */
  static String connectedBy(String members) {
    return of(entry("A", "\"clientConnection\": {" + members + "}"));
  }

  /** An entry of group G with these settings of its {@code connectionManagement}. */
  static String managed(String channel, int port, String settings) {
    return entry(channel, connection("G", port) + ",\"connectionManagement\": {" + settings + "}");
  }

  static String named(String queueManager, int port) {
    return entry("A", connection(queueManager, port));
  }

  static String entry(String channel, String members) {
    return "{\"name\": \"" + channel + "\", \"type\": \"clientConnection\"," + members + "}";
  }

  static String connection(String queueManager, int port) {
    return "\"clientConnection\": {\"connection\": [{\"host\": \"127.0.0.1\", \"port\": "
        + port
        + "}], \"queueManager\": \""
        + queueManager
        + "\"}";
  }
}
