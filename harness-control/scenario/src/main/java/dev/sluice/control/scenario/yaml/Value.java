package dev.sluice.control.scenario.yaml;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The contents of a scenario file, before variables are filled in. Immutable. */
public sealed interface Value {

  Place place();

  /**
   * Where something was written.
   *
   * @param source a file, or an option of the command line
   * @param line from 1; 0 if the source has no lines
   * @param column from 1
   */
  record Place(String source, int line, int column) {
    @Override
    public String toString() {
      return line == 0 ? source : source + ":" + line + ":" + column;
    }
  }

  /** Something is wrong with it. */
  default ScenarioException problem(String problem, String remedy) {
    return new ScenarioException(place(), path(), problem, remedy);
  }

  /** The keys that lead here, with dots between; items of a list as {@code [1]}. */
  String path();

  /** The name of this kind of value in messages. */
  default String kind() {
    return this instanceof Text
        ? "a single value"
        : this instanceof Items ? "a list" : "a group of keys";
  }

  /** A single value, as text. */
  record Text(Place place, String path, String text) implements Value {}

  /** A list. */
  record Items(Place place, String path, List<Value> values) implements Value {
    public Items {
      values = List.copyOf(values);
    }
  }

  /**
   * Keys and their values, in the order of the file.
   *
   * @param keys where each key stands
   */
  record Fields(Place place, String path, Map<String, Value> values, Map<String, Place> keys)
      implements Value {

    public Fields {
      values = Collections.unmodifiableMap(values);
      keys = Collections.unmodifiableMap(keys);
    }

    /** One without keys. */
    static Fields empty(Place place, String path) {
      return new Fields(place, path, Map.of(), Map.of());
    }

    /** The keys that lead to one of its own. */
    String below(String key) {
      return path.isEmpty() ? key : path + "." + key;
    }
  }
}
