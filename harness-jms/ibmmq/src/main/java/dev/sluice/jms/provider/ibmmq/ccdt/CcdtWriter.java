package dev.sluice.jms.provider.ibmmq.ccdt;

import java.util.ArrayList;
import java.util.List;
import org.json.JSONObject;

/**
 * Writes a table as JSON, always the same text for the same table. By hand, because the JSON
 * library keeps keys in no order that people could read or compare.
 */
public final class CcdtWriter {

  private CcdtWriter() {}

  /** The whole file. */
  public static String json(Ccdt table) {
    return "{\n  \"channel\": [\n"
        + String.join(",\n", table.entries().stream().map(CcdtWriter::entry).toList())
        + "\n  ]\n}\n";
  }

  private static String entry(CcdtEntry entry) {
    List<String> members = new ArrayList<>();
    members.add("\"name\": " + JSONObject.quote(entry.channel()));
    members.add("\"type\": \"clientConnection\"");
    members.add(
        "\"clientConnection\": {\n        \"connection\": ["
            + String.join(", ", entry.addresses().stream().map(CcdtWriter::address).toList())
            + "],\n        \"queueManager\": "
            + JSONObject.quote(entry.queueManager())
            + "\n      }");
    addObject(members, "connectionManagement", management(entry));
    List<String> general = new ArrayList<>();
    entry.maximumMessageBytes().ifPresent(n -> general.add("\"maximumMessageLength\": " + n));
    addObject(members, "general", general);
    if (!entry.cipherSpecification().isEmpty()) {
      addObject(
          members,
          "transmissionSecurity",
          List.of("\"cipherSpecification\": " + JSONObject.quote(entry.cipherSpecification())));
    }
    return "    {\n      " + String.join(",\n      ", members) + "\n    }";
  }

  private static List<String> management(CcdtEntry entry) {
    List<String> members = new ArrayList<>();
    entry.affinity().ifPresent(it -> members.add("\"affinity\": \"" + it.word() + "\""));
    entry.weight().ifPresent(n -> members.add("\"clientWeight\": " + n));
    entry.heartbeatSeconds().ifPresent(n -> members.add("\"heartbeatInterval\": " + n));
    entry.sharingConversations().ifPresent(n -> members.add("\"sharingConversations\": " + n));
    return members;
  }

  private static void addObject(List<String> members, String key, List<String> content) {
    if (!content.isEmpty()) {
      members.add(
          "\"" + key + "\": {\n        " + String.join(",\n        ", content) + "\n      }");
    }
  }

  private static String address(CcdtAddress address) {
    return "{\"host\": " + JSONObject.quote(address.host()) + ", \"port\": " + address.port() + "}";
  }
}
