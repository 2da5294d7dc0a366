package dev.sluice.jms.provider.ibmmq.ccdt;

import dev.sluice.jms.provider.ibmmq.ccdt.CcdtFinding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;
import org.json.JSONParserConfiguration;

/** Parses channel tables as the client does. Pure functions. */
public final class CcdtParser {

  private static final JSONObject NOTHING = new JSONObject();

  /**
   * The table, or every reason why the client would refuse it.
   *
   * @param table empty if there are errors
   * @param findings what the client would refuse, with its place; with a table, what other readers
   *     would
   */
  public record ParsedTable(Optional<Ccdt> table, List<CcdtFinding> findings) {
    public ParsedTable {
      findings = List.copyOf(findings);
    }
  }

  private CcdtParser() {}

  /**
   * Parses a table with the JSON library that the client uses too, so that what is JSON for one is
   * JSON for both.
   *
   * @param name what messages call the table
   */
  public static ParsedTable parse(String name, String json) {
    JSONObject root;
    try {
      root = new JSONObject(json);
    } catch (JSONException e) {
      return new ParsedTable(Optional.empty(), List.of(notJson(Severity.ERROR, e, "")));
    }
    List<CcdtFinding> errors = new ArrayList<>();
    CcdtSchema.TABLE.check(root, "", errors::add);
    return errors.isEmpty()
        ? new ParsedTable(Optional.of(table(name, root)), tolerated(json))
        : new ParsedTable(Optional.empty(), errors);
  }

  /** Single quotes, trailing commas and so on, which the library lets pass. */
  private static List<CcdtFinding> tolerated(String json) {
    try {
      new JSONObject(json, new JSONParserConfiguration().withStrictMode());
      return List.of();
    } catch (JSONException e) {
      String remedy = "This client takes it; others, and tools, need not";
      return List.of(notJson(Severity.WARNING, e, remedy));
    }
  }

  private static CcdtFinding notJson(Severity severity, JSONException e, String remedy) {
    String what = e.getMessage().lines().findFirst().orElse("");
    return new CcdtFinding(severity, "(table)", "is not JSON: " + what, remedy);
  }

  private static Ccdt table(String name, JSONObject root) {
    List<JSONObject> channels = objects(root.getJSONArray("channel")).toList();
    return new Ccdt(
        name,
        IntStream.range(0, channels.size()).mapToObj(i -> entry(i, channels.get(i))).toList());
  }

  private static CcdtEntry entry(int index, JSONObject channel) {
    JSONObject connection = channel.getJSONObject("clientConnection");
    JSONObject management = channel.optJSONObject("connectionManagement", NOTHING);
    JSONObject security = channel.optJSONObject("transmissionSecurity", NOTHING);
    return new CcdtEntry(
        index,
        channel.getString("name"),
        connection.getString("queueManager").strip(), // the client ignores blanks around it
        objects(connection.getJSONArray("connection")).map(CcdtParser::address).toList(),
        number(management, "clientWeight"),
        affinity(management),
        number(management, "heartbeatInterval"),
        number(management, "sharingConversations"),
        number(channel.optJSONObject("general", NOTHING), "maximumMessageLength"),
        security.optString("cipherSpecification"),
        security.optString("certificateLabel"));
  }

  private static CcdtEntry.Address address(JSONObject at) {
    return new CcdtEntry.Address(
        at.optString("host"), at.optInt("port", CcdtEntry.Address.DEFAULT_PORT));
  }

  private static Stream<JSONObject> objects(JSONArray array) {
    return IntStream.range(0, array.length()).mapToObj(array::getJSONObject);
  }

  private static Optional<CcdtEntry.Affinity> affinity(JSONObject management) {
    String word = management.optString("affinity");
    return word.isEmpty()
        ? Optional.empty()
        : Optional.of(CcdtEntry.Affinity.valueOf(word.toUpperCase(Locale.ROOT)));
  }

  private static OptionalInt number(JSONObject object, String key) {
    return object.has(key) ? OptionalInt.of(object.getInt(key)) : OptionalInt.empty();
  }
}
