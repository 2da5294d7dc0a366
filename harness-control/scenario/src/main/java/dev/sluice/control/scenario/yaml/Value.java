package dev.sluice.control.scenario.yaml;

import java.util.List;
import java.util.Map;

/** The contents of a scenario file, before variables are filled in. Immutable. */
public sealed interface Value {

  Place place();

  /** The keys that lead here, with dots between; items of a list as {@code [1]}. */
  String path();

  /** The name of this kind of value in messages. */
  String kind();

  /** A single value, as text. */
  record Text(Place place, String path, String text) implements Value {
    @Override
    public String kind() {
      return "a single value";
    }
  }

  /** A list. */
  record Items(Place place, String path, List<Value> values) implements Value {
    public Items {
      values = List.copyOf(values);
    }

    @Override
    public String kind() {
      return "a list";
    }
  }

  /**
   * Keys and their values, in the order of the file.
   *
   * @param keys where each key stands
   */
  record Fields(Place place, String path, Map<String, Value> values, Map<String, Place> keys)
      implements Value {
    @Override
    public String kind() {
      return "a group of keys";
    }
  }
}
