package dev.sluice.control.format;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.json.JSONObject;

/**
 * A JSON object to be written, whose members keep their order, so that a person finds in a file
 * what comes first. Values are text, numbers, booleans, maps, lists, other objects, and null.
 */
public final class Json {

  private static final String INDENT = "  ";

  /** JSON that is there already, and is written as it is. */
  public record Raw(String text) {}

  private final Map<String, Object> members = new LinkedHashMap<>();

  public Json put(String name, Object value) {
    members.put(name, value);
    return this;
  }

  /** What has been put, in its order; a view. */
  public Map<String, Object> members() {
    return Collections.unmodifiableMap(members);
  }

  /** On one line. */
  @Override
  public String toString() {
    return text(members, null);
  }

  /** On a line for each member. */
  public String pretty() {
    return text(members, "\n");
  }

  /**
   * @param lineEnd what a new line begins with, null for everything on one line
   */
  private static String text(Object value, String lineEnd) {
    if (value == null) {
      return "null";
    }
    if (value instanceof Raw raw) {
      return raw.text();
    }
    if (value instanceof Json object) {
      return text(object.members, lineEnd);
    }
    if (value instanceof Map<?, ?> map) {
      StringJoiner text = brackets("{", "}", lineEnd, map.isEmpty());
      map.forEach(
          (name, member) ->
              text.add(
                  JSONObject.quote(name.toString())
                      + (lineEnd == null ? ":" : ": ")
                      + text(member, deeper(lineEnd))));
      return text.toString();
    }
    if (value instanceof List<?> list) {
      StringJoiner text = brackets("[", "]", lineEnd, list.isEmpty());
      list.forEach(each -> text.add(text(each, deeper(lineEnd))));
      return text.toString();
    }
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    return value instanceof Number || value instanceof Boolean
        ? JSONObject.valueToString(value)
        : JSONObject.quote(value.toString());
  }

  private static StringJoiner brackets(String open, String close, String lineEnd, boolean empty) {
    return lineEnd == null || empty
        ? new StringJoiner(",", open, close)
        : new StringJoiner("," + deeper(lineEnd), open + deeper(lineEnd), lineEnd + close);
  }

  private static String deeper(String lineEnd) {
    return lineEnd == null ? null : lineEnd + INDENT;
  }
}
