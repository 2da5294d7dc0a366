package dev.sluice.control.scenario.yaml;

import dev.sluice.core.text.Quantities;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A group of keys as its reader sees it: variables filled in, values of the kind that is wanted.
 * Every complaint names the place, the key and what would be right. Immutable.
 */
public record Section(Value.Fields fields, Scope scope) {

  /** The keys that lead here. */
  public String path() {
    return fields.path();
  }

  public Set<String> keys() {
    return fields.values().keySet();
  }

  public boolean has(String key) {
    return fields.values().containsKey(key);
  }

  /** All keys with their values as they stand in the file, in its order. */
  public Set<Map.Entry<String, Value>> entries() {
    return fields.values().entrySet();
  }

  /** The value of a key as it stands in the file, if it is there. */
  public Optional<Value> value(String key) {
    return Optional.ofNullable(fields.values().get(key));
  }

  /** The same group, in which other variables hold. */
  public Section in(Scope other) {
    return new Section(fields, other);
  }

  /**
   * Refuses keys that nobody knows.
   *
   * @param known what there can be
   */
  public void requireKnown(Collection<String> known) {
    for (String key : keys()) {
      if (!known.contains(key)) {
        throw unknown(key, "unknown key", ScenarioException.instead(key, known));
      }
    }
  }

  /** A key that must be there, as text that is not blank. */
  public String text(String key) {
    return optional(key).orElseThrow(() -> missing(key));
  }

  /** A key as text, if it is there. */
  public Optional<String> optional(String key) {
    return value(key).map(value -> filled(key, value));
  }

  /** A key as something that is parsed from text, if it is there. */
  public <T> Optional<T> parsed(String key, Function<String, T> parse) {
    return optional(key)
        .map(
            text -> {
              try {
                return parse.apply(text);
              } catch (IllegalArgumentException e) {
                throw problem(key, "'" + text + "' is not right", e.getMessage());
              }
            });
  }

  /** The same of a key that must be there. */
  public <T> T required(String key, Function<String, T> parse) {
    return parsed(key, parse).orElseThrow(() -> missing(key));
  }

  public Duration time(String key, Duration otherwise) {
    return parsed(key, Quantities::time).orElse(otherwise);
  }

  /** A time above 0. */
  public Duration positiveTime(String key, Duration otherwise) {
    Duration time = time(key, otherwise);
    if (time.isZero()) {
      throw problem(key, "it must be above 0", "write a time such as 500ms or 30s");
    }
    return time;
  }

  public int whole(String key, int otherwise, int least, int most) {
    return parsed(key, text -> (int) Quantities.whole(text, least, most)).orElse(otherwise);
  }

  public boolean flag(String key, boolean otherwise) {
    return parsed(
            key,
            text -> {
              if (!text.equals("true") && !text.equals("false")) {
                throw new IllegalArgumentException("write true or false");
              }
              return text.equals("true");
            })
        .orElse(otherwise);
  }

  /** A word out of some. */
  public String word(String key, String otherwise, Collection<String> words) {
    String word = optional(key).orElse(otherwise);
    if (!words.contains(word)) {
      throw problem(
          key,
          "'" + word + "' is not a valid value",
          words.isEmpty() ? "define it first" : ScenarioException.instead(word, words));
    }
    return word;
  }

  /** A group below this one; an empty one if it is not there. */
  public Section section(String key) {
    return section(
        value(key).orElseGet(() -> Value.Fields.empty(fields.place(), fields.below(key))));
  }

  /** A value that must be a group of keys. */
  public Section section(Value value) {
    if (value instanceof Value.Fields group) {
      return new Section(group, scope);
    }
    if (value instanceof Value.Text text && text.text().isEmpty()) {
      return new Section(Value.Fields.empty(value.place(), value.path()), scope);
    }
    throw value.problem(
        "expected a group of keys, not " + value.kind(),
        "write 'key: value' lines below it, indented");
  }

  /** What is read of each group of keys in this one, in the order of the file. */
  public <T> List<T> each(BiFunction<String, Section, T> read) {
    return each(group -> true, read);
  }

  /** The same of some of the groups. */
  public <T> List<T> each(Predicate<Section> which, BiFunction<String, Section, T> read) {
    return entries().stream()
        .map(each -> Map.entry(each.getKey(), section(each.getValue())))
        .filter(each -> which.test(each.getValue()))
        .map(each -> read.apply(each.getKey(), each.getValue()))
        .toList();
  }

  /** The items of a list; a single value counts as a list of one, and none as an empty one. */
  public List<Value> items(String key) {
    Value value = fields.values().get(key);
    if (value == null || (value instanceof Value.Text text && text.text().isEmpty())) {
      return List.of();
    }
    return value instanceof Value.Items items ? items.values() : List.of(value);
  }

  /** The items of a list as text. */
  public List<String> texts(String key) {
    return items(key).stream().map(this::text).toList();
  }

  /** The same, where {@code a: b} needs no quotes: it is one item, and not a group. */
  public List<String> phrases(String key) {
    return items(key).stream()
        .flatMap(
            item ->
                item instanceof Value.Fields group
                    ? section(group).entries().stream()
                        .map(each -> each.getKey() + ": " + text(each.getValue()))
                    : Stream.of(text(item)))
        .toList();
  }

  /** A value that must be single, with variables filled in. */
  public String text(Value value) {
    if (value instanceof Value.Text text) {
      return scope.fill(text);
    }
    throw value.problem("expected a single value, not " + value.kind(), "write it in one line");
  }

  /** A command line for a shell, with variables filled in. */
  public ShellCommand shellCommand(String key) {
    return value(key).orElseThrow(() -> missing(key)) instanceof Value.Text text
        ? scope.fillCommand(text)
        : ShellCommand.of(text(key)); // which says what is wrong
  }

  /** Something is wrong with the value of a key. */
  public ScenarioException problem(String key, String problem, String remedy) {
    return new ScenarioException(
        value(key).map(Value::place).orElse(fields.place()), fields.below(key), problem, remedy);
  }

  /** Something is wrong with a key itself. */
  public ScenarioException unknown(String key, String problem, String remedy) {
    return new ScenarioException(fields.keys().get(key), fields.below(key), problem, remedy);
  }

  /** Something is missing. */
  public ScenarioException missing(String key) {
    return new ScenarioException(
        fields.place(), fields.below(key), "the key is missing", "add '" + key + ": ...'");
  }

  /** Something is wrong with the group as a whole. */
  public ScenarioException problem(String problem, String remedy) {
    return fields.problem(problem, remedy);
  }

  /** All text below, with variables filled in: two groups with the same mean the same. */
  public String resolved() {
    return resolved(fields);
  }

  private String resolved(Value value) {
    if (value instanceof Value.Text text) {
      return scope.fill(text);
    }
    if (value instanceof Value.Items items) {
      return items.values().stream().map(this::resolved).collect(Collectors.joining(",", "[", "]"));
    }
    return ((Value.Fields) value)
        .values().entrySet().stream()
            .map(entry -> entry.getKey() + "=" + resolved(entry.getValue()))
            .collect(Collectors.joining(",", "{", "}"));
  }

  private String filled(String key, Value value) {
    String text = text(value);
    if (text.isBlank()) {
      throw problem(key, "the value is missing", "write it after '" + key + ":'");
    }
    return text;
  }
}
