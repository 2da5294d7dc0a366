package dev.sluice.mqsim.cluster;

import dev.sluice.mqsim.conversation.ChannelSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The client channel definition table (CCDT) of a group, in JSON: for each member an entry under
 * the name of the group, for connecting, and one under its own name, for being moved there. The
 * client refuses a table with any key it does not know.
 *
 * @param channel of all members
 * @param ports by queue manager name
 */
record ChannelTable(String group, ChannelSettings channel, Map<String, Integer> ports) {

  ChannelTable {
    ports = new LinkedHashMap<>(ports);
  }

  String toJson() {
    List<String> entries = new ArrayList<>();
    ports.values().forEach(port -> entries.add(entry(group, port)));
    ports.forEach((name, port) -> entries.add(entry(name, port)));
    return "{\n  \"channel\": [\n" + String.join(",\n", entries) + "\n  ]\n}\n";
  }

  private String entry(String queueManager, int port) {
    String security =
        channel.tls() != null
            ? ",\n      \"transmissionSecurity\": {\"cipherSpecification\": \"ANY_TLS12_OR_HIGHER\"}"
            : "";
    return """
              {
                "name": "%s",
                "type": "clientConnection",
                "clientConnection": {
                  "connection": [{"host": "127.0.0.1", "port": %d}],
                  "queueManager": "%s"
                },
                "connectionManagement": {
                  "affinity": "none",
                  "clientWeight": 1,
                  "heartbeatInterval": %d,
                  "sharingConversations": %d
                }%s
              }\
          """
        .formatted(
            channel.channelName(),
            port,
            queueManager,
            channel.heartbeatSeconds(),
            channel.sharedConversations(),
            security);
  }
}
