package dev.sluice.control.format;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.json.JSONArray;
import org.json.JSONObject;

/**
 * A JSON object to be written, whose members keep their order, so that a person finds in a file
 * what comes first. Values are text, numbers, booleans, maps, lists, records, other objects, and
 * null.
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

  /** The members, in the order in which they were put; a view. */
  public Map<String, Object> members() {
    return Collections.unmodifiableMap(members);
  }

  /** The objects of an array, in order; none without one. */
  public static List<JSONObject> objects(JSONArray array) {
    return array == null
        ? List.of()
        : IntStream.range(0, array.length()).mapToObj(array::getJSONObject).toList();
  }

  /** The constant that a word stands for, as enumerations are written. */
  public static <E extends Enum<E>> E word(JSONObject json, String name, Class<E> kind) {
    return word(json.getString(name), kind);
  }

  static <E extends Enum<E>> E word(String word, Class<E> kind) {
    return Enum.valueOf(kind, word.toUpperCase(Locale.ROOT));
  }

  private static String word(Object value) {
    return value instanceof Enum<?> word ? word.name().toLowerCase(Locale.ROOT) : value.toString();
  }

  /** On one line. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    append(text, members, null);
    return text.toString();
  }

  /** On a line for each member. */
  public String pretty() {
    return pretty(members);
  }

  /** The content of a file: a line for each member. */
  public static String file(Record content) {
    return pretty(content) + "\n";
  }

  private static String pretty(Object value) {
    StringBuilder text = new StringBuilder();
    append(text, value, "\n");
    return text.toString();
  }

  /**
   * @param lineEnd what a new line begins with, null for everything on one line
   */
  private static void append(StringBuilder text, Object value, String lineEnd) {
    if (value == null) {
      text.append("null");
    } else if (value instanceof Raw raw) {
      text.append(raw.text());
    } else if (value instanceof Json object) {
      append(text, object.members, lineEnd);
    } else if (value instanceof Record content) {
      append(text, RecordJson.of(content), lineEnd);
    } else if (value instanceof Map<?, ?> map) {
      String colon = lineEnd == null ? ":" : ": ";
      appendAll(
          text,
          "{}",
          map.entrySet(),
          lineEnd,
          (member, deeper) -> {
            text.append(JSONObject.quote(word(member.getKey()))).append(colon);
            append(text, member.getValue(), deeper);
          });
    } else if (value instanceof List<?> list) {
      appendAll(text, "[]", list, lineEnd, (each, deeper) -> append(text, each, deeper));
    } else if (value instanceof BigDecimal number) {
      text.append(Csv.digits(number));
    } else {
      text.append(
          value instanceof Number || value instanceof Boolean
              ? JSONObject.valueToString(value)
              : JSONObject.quote(word(value)));
    }
  }

  /**
   * @param brackets the first and the last character
   * @param one appends one of all, with the line end inside it
   */
  private static <T> void appendAll(
      StringBuilder text,
      String brackets,
      Collection<T> all,
      String lineEnd,
      BiConsumer<T, String> one) {
    String deeper = lineEnd == null ? null : lineEnd + INDENT;
    char before = brackets.charAt(0);
    for (T each : all) {
      text.append(before);
      if (lineEnd != null) {
        text.append(deeper);
      }
      one.accept(each, deeper);
      before = ',';
    }
    if (all.isEmpty()) {
      text.append(before);
    } else if (lineEnd != null) {
      text.append(lineEnd);
    }
    text.append(brackets.charAt(1));
  }
}
