package dev.sluice.jms.ccdt;

import dev.sluice.jms.provider.ConfigurationException;
import java.util.SortedSet;
import java.util.TreeSet;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * What a JSON channel definition table offers. The IBM client answers any mistake in a table, and
 * any name that is not in it, with the same reason code 2278; this tells them apart.
 *
 * @param name what messages call the table
 * @param queueManagers the queue manager names and groups of its client channels
 */
public record Ccdt(String name, SortedSet<String> queueManagers) {

  /**
   * Reads a table.
   *
   * @throws ConfigurationException if it is not one; names the table and the key that is wrong
   */
  public static Ccdt parse(String name, String json) {
    SortedSet<String> queueManagers = new TreeSet<>();
    try {
      JSONArray channels = new JSONObject(json).getJSONArray("channel");
      for (int i = 0; i < channels.length(); i++) {
        JSONObject channel = channels.getJSONObject(i);
        channel.getString("name");
        if ("clientConnection".equals(channel.getString("type"))) {
          queueManagers.add(channel.getJSONObject("clientConnection").getString("queueManager"));
        }
      }
    } catch (JSONException e) {
      throw new ConfigurationException(
          "CCDT file "
              + name
              + " is not a JSON channel definition table: "
              + e.getMessage().lines().findFirst().orElse(""),
          e);
    }
    return new Ccdt(name, queueManagers);
  }

  /**
   * Makes sure that the table has a channel for a queue manager.
   *
   * @param queueManager as the application names it; a leading star belongs to the application,
   *     never to the table
   * @throws ConfigurationException if not; says what the table has
   */
  public void requireChannelFor(String queueManager) {
    String wanted = queueManager.strip();
    String entry = wanted.startsWith("*") ? wanted.substring(1) : wanted;
    if (queueManagers.contains(entry)) {
      return;
    }
    throw new ConfigurationException(
        "CCDT file "
            + name
            + " has no client channel for "
            + (entry.isEmpty() ? "the default group (queue manager \"\")" : "'" + entry + "'")
            + ", asked for by queue manager '"
            + queueManager
            + "'; it has "
            + offer());
  }

  private String offer() {
    if (queueManagers.isEmpty()) {
      return "no client channels";
    }
    return String.join(
        ", ",
        queueManagers.stream()
            .map(group -> group.isEmpty() ? "the default group" : "'" + group + "'")
            .toList());
  }
}
