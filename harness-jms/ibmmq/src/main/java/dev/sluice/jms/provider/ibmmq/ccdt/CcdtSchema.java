package dev.sluice.jms.provider.ibmmq.ccdt;

import dev.sluice.core.text.NearestWord;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.json.JSONArray;
import org.json.JSONObject;

/**
 * The tables that the IBM client takes. Found by giving tables to client 9.4.5.1, not from IBM's
 * schema: the client checks less in some places (it takes any whole number as a weight) and more in
 * others (a table without channels is refused). The meaning of the keys is in IBM's documentation,
 * "JSON CCDT". Where the client dies of a table (a channel without {@code clientConnection}) this
 * refuses it.
 */
final class CcdtSchema {

  /** The values that the client takes at one place of a table. */
  @FunctionalInterface
  interface Shape {

    /** Reports every way in which the client would refuse the value. */
    void check(Object value, String place, Consumer<CcdtFinding> findings);
  }

  private static final Shape ANYTHING = (value, place, findings) -> {};
  private static final Shape NUMBER = CcdtSchema::wholeNumber;

  /** No limit that the client would mind. */
  private static final Shape ANY_TEXT = text(Integer.MAX_VALUE);

  private static final Shape EXIT = members(Map.of("name", ANY_TEXT, "userData", text(32)));

  private static final Shape LOCAL_ADDRESS =
      notBoth(
          members(
              Map.of(
                  "host", ANY_TEXT,
                  "port", NUMBER,
                  "portRange", members(Map.of("low", NUMBER, "high", NUMBER)))),
          "port",
          "portRange");

  private static final Shape CLIENT_CONNECTION =
      members(
          Map.of(
              "connection", items(members(Map.of("host", ANY_TEXT, "port", NUMBER)), 0),
              "queueManager", text(48)),
          "connection",
          "queueManager");

  private static final Shape CONNECTION_MANAGEMENT =
      members(
          Map.of(
              "affinity", oneOf("none", "preferred"),
              "clientWeight", NUMBER,
              "defaultReconnect", oneOf("no", "yes", "queueManager", "disabled"),
              "disconnectInterval", NUMBER,
              "heartbeatInterval", NUMBER,
              "keepAliveInterval", NUMBER,
              "localAddress", items(LOCAL_ADDRESS, 0),
              "sharingConversations", NUMBER));

  private static final Shape TRANSMISSION_SECURITY =
      members(
          Map.of(
              "cipherSpecification", text(32),
              "certificateLabel", text(64),
              "certificatePeerName", text(1024)));

  private static final Shape MESSAGE_COMPRESSION =
      oneOf("none", "rle", "zlibfast", "zlibhigh", "lz4fast", "lz4high", "any");

  private static final Shape COMPRESSION =
      members(
          Map.of(
              "header", items(oneOf("none", "system"), 1),
              "message", items(MESSAGE_COMPRESSION, 1)));

  private static final Shape CHANNEL =
      members(
          Map.of(
              "name", text(20),
              "type", oneOf("clientConnection"),
              "clientConnection", CLIENT_CONNECTION,
              "general", members(Map.of("description", text(64), "maximumMessageLength", NUMBER)),
              "connectionManagement", CONNECTION_MANAGEMENT,
              "transmissionSecurity", TRANSMISSION_SECURITY,
              "compression", COMPRESSION,
              "exits",
                  members(
                      Map.of("security", EXIT, "send", items(EXIT, 0), "receive", items(EXIT, 0))),
              "timestamps", members(Map.of("altered", ANYTHING))),
          "name",
          "type",
          "clientConnection");

  /** The whole table. */
  static final Shape TABLE = members(Map.of("channel", items(CHANNEL, 1)), "channel");

  private CcdtSchema() {}

  /** A string that is not too long. */
  private static Shape text(int maxChars) {
    return (value, place, findings) -> {
      if (!(value instanceof String text)) {
        findings.accept(error(place, "must be a string, not " + show(value)));
      } else if (text.length() > maxChars) {
        findings.accept(
            error(place, "has " + text.length() + " characters; " + maxChars + " at most"));
      }
    };
  }

  /** One of some words, in just this case. */
  private static Shape oneOf(String... words) {
    List<String> known = List.of(words);
    return (value, place, findings) -> {
      if (!known.contains(value)) {
        String choice = (words.length > 1 ? "one of " : "") + String.join(", ", words);
        findings.accept(
            error(
                place,
                "must be " + choice + ", not " + show(value),
                didYouMean(String.valueOf(value), known)));
      }
    };
  }

  /** A number of 32 bits without decimals and without quotes. */
  private static void wholeNumber(Object value, String place, Consumer<CcdtFinding> findings) {
    if (!(value instanceof Integer)) {
      String remedy =
          value instanceof String text && text.matches("\\d+") ? "Leave the quotes out" : "";
      findings.accept(error(place, "must be a whole number, not " + show(value), remedy));
    }
  }

  /** An array. */
  private static Shape items(Shape item, int fewest) {
    return (value, place, findings) -> {
      if (!(value instanceof JSONArray array)) {
        findings.accept(error(place, "must be an array [...], not " + show(value)));
        return;
      }
      if (array.length() < fewest) {
        findings.accept(error(place, "is empty"));
      }
      for (int i = 0; i < array.length(); i++) {
        item.check(array.get(i), place + "[" + i + "]", findings);
      }
    };
  }

  /** An object with these keys and no others. */
  private static Shape members(Map<String, Shape> keys, String... required) {
    List<String> known = keys.keySet().stream().sorted().toList();
    return (value, place, findings) -> {
      if (!(value instanceof JSONObject object)) {
        findings.accept(error(place, "must be an object {...}, not " + show(value)));
        return;
      }
      for (String key : new TreeSet<>(Set.of(required))) {
        if (!object.has(key)) {
          findings.accept(error(at(place, key), "is missing"));
        }
      }
      for (String key : new TreeSet<>(object.keySet())) {
        Shape shape = keys.get(key);
        if (shape != null) {
          shape.check(object.get(key), at(place, key), findings);
          continue;
        }
        String meant = didYouMean(key, known);
        findings.accept(
            error(
                at(place, key),
                "the client does not know this key and rejects the whole table",
                meant.isEmpty() ? "Known here: " + String.join(", ", known) : meant));
      }
    };
  }

  /** An object in which one of two keys may stand, not both. */
  private static Shape notBoth(Shape members, String one, String other) {
    return (value, place, findings) -> {
      members.check(value, place, findings);
      if (value instanceof JSONObject object && object.has(one) && object.has(other)) {
        findings.accept(error(place, "has both " + one + " and " + other, "Leave one out"));
      }
    };
  }

  private static String at(String place, String key) {
    return place.isEmpty() ? key : place + "." + key;
  }

  private static String didYouMean(String word, List<String> words) {
    return NearestWord.of(word, words).map(near -> "Did you mean " + near + "?").orElse("");
  }

  private static CcdtFinding error(String place, String message) {
    return error(place, message, "");
  }

  private static CcdtFinding error(String place, String message, String remedy) {
    return new CcdtFinding(
        CcdtFinding.Severity.ERROR, place.isEmpty() ? "(table)" : place, message, remedy);
  }

  private static String show(Object value) {
    if (value instanceof JSONObject) {
      return "an object";
    }
    if (value instanceof JSONArray) {
      return "an array";
    }
    return value instanceof String text ? JSONObject.quote(text) : String.valueOf(value);
  }
}
