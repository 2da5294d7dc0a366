package dev.sluice.jms.provider.ibmmq.ccdt;

import dev.sluice.jms.provider.ibmmq.ccdt.CcdtFinding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * The outcome of reading a table: the table, or every reason why the client would refuse it.
 *
 * @param table empty if there are errors
 * @param errors what the client would refuse, with its place; empty if there is a table
 */
public record CcdtReading(Optional<Ccdt> table, List<CcdtFinding> errors) {

  private static final JSONObject NOTHING = new JSONObject();

  public CcdtReading {
    errors = List.copyOf(errors);
  }

  /**
   * Reads a table with the JSON library that the client uses too, so that what is JSON for one is
   * JSON for both.
   *
   * @param name what messages call the table
   */
  public static CcdtReading of(String name, String json) {
    JSONObject root;
    try {
      root = new JSONObject(json);
    } catch (JSONException e) {
      String what = e.getMessage().lines().findFirst().orElse("");
      return new CcdtReading(
          Optional.empty(),
          List.of(new CcdtFinding(Severity.ERROR, "(table)", "is not JSON: " + what, "")));
    }
    List<CcdtFinding> errors = new ArrayList<>();
    CcdtSchema.TABLE.check(root, "", errors::add);
    return errors.isEmpty()
        ? new CcdtReading(Optional.of(table(name, root)), List.of())
        : new CcdtReading(Optional.empty(), errors);
  }

  private static Ccdt table(String name, JSONObject root) {
    JSONArray channels = root.getJSONArray("channel");
    List<CcdtEntry> entries = new ArrayList<>();
    for (int i = 0; i < channels.length(); i++) {
      entries.add(entry(i, channels.getJSONObject(i)));
    }
    return new Ccdt(name, entries);
  }

  private static CcdtEntry entry(int index, JSONObject channel) {
    JSONObject connection = channel.getJSONObject("clientConnection");
    JSONObject management = channel.optJSONObject("connectionManagement", NOTHING);
    return new CcdtEntry(
        index,
        channel.getString("name"),
        connection.getString("queueManager").strip(), // the client ignores blanks around it
        addresses(connection.getJSONArray("connection")),
        number(management, "clientWeight"),
        affinity(management),
        number(management, "heartbeatInterval"),
        number(management, "sharingConversations"),
        number(channel.optJSONObject("general", NOTHING), "maximumMessageLength"),
        channel.optJSONObject("transmissionSecurity", NOTHING).optString("cipherSpecification"));
  }

  private static List<CcdtAddress> addresses(JSONArray list) {
    List<CcdtAddress> addresses = new ArrayList<>();
    for (int i = 0; i < list.length(); i++) {
      JSONObject address = list.getJSONObject(i);
      addresses.add(
          new CcdtAddress(
              address.optString("host"), address.optInt("port", CcdtAddress.DEFAULT_PORT)));
    }
    return addresses;
  }

  private static Optional<CcdtAffinity> affinity(JSONObject management) {
    String word = management.optString("affinity");
    return word.isEmpty()
        ? Optional.empty()
        : Optional.of(CcdtAffinity.valueOf(word.toUpperCase(Locale.ROOT)));
  }

  private static OptionalInt number(JSONObject object, String key) {
    return object.has(key) ? OptionalInt.of(object.getInt(key)) : OptionalInt.empty();
  }
}
