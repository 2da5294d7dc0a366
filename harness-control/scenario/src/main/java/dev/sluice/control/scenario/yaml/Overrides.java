package dev.sluice.control.scenario.yaml;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values from the command line that take the place of those in the file. Pure. */
public final class Overrides {

  private Overrides() {}

  /**
   * The document with some values replaced or added.
   *
   * @param settings each {@code a.b.c=value}, or {@code a.b.c+=value} for one more item of a list
   * @throws ScenarioException if one of them has another form, or a place that is no group of keys
   */
  public static Value.Fields apply(Value.Fields document, List<String> settings) {
    Value.Fields changed = document;
    for (String setting : settings) {
      Place place = Place.option("--set " + setting);
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new ScenarioException(
            place, "", "'=' is missing", "write it as workloads.senders.threads=20");
      }
      List<String> keys = Arrays.asList(setting.substring(0, equals).split("\\.", -1));
      if (keys.contains("")) {
        throw new ScenarioException(
            place, "", "a key is empty", "write it as workloads.senders.threads=20");
      }
      changed = set(changed, keys, setting.substring(equals + 1), place);
    }
    return changed;
  }

  private static Value.Fields set(
      Value.Fields fields, List<String> keys, String text, Place place) {
    String key = keys.get(0);
    List<String> rest = keys.subList(1, keys.size());
    String path = fields.path().isEmpty() ? key : fields.path() + "." + key;
    Value value;
    if (rest.isEmpty() && key.endsWith("+")) {
      return with(fields, key.substring(0, key.length() - 1), text, place);
    } else if (rest.isEmpty()) {
      value = new Value.Text(place, path, text);
    } else {
      Value.Fields empty = new Value.Fields(place, path, Map.of(), Map.of());
      Value inner = fields.values().getOrDefault(key, empty);
      if (!(inner instanceof Value.Fields group)) {
        throw new ScenarioException(
            place, path, "it is " + inner.kind() + " and has no keys", "give a key that has keys");
      }
      value = set(group, rest, text, place);
    }
    return with(fields, key, value, place);
  }

  /** One more item of a list. */
  private static Value.Fields with(Value.Fields fields, String key, String text, Place place) {
    String path = fields.path().isEmpty() ? key : fields.path() + "." + key;
    List<Value> items = new ArrayList<>();
    Value known = fields.values().get(key);
    if (known instanceof Value.Items list) {
      items.addAll(list.values());
    } else if (known instanceof Value.Text one) {
      items.add(one);
    } else if (known != null) {
      throw new ScenarioException(
          place, path, "it is " + known.kind() + " and takes no items", "give a key with a list");
    }
    items.add(new Value.Text(place, path + "[" + (items.size() + 1) + "]", text));
    return with(fields, key, new Value.Items(place, path, items), place);
  }

  private static Value.Fields with(Value.Fields fields, String key, Value value, Place place) {
    Map<String, Value> values = new LinkedHashMap<>(fields.values());
    Map<String, Place> places = new LinkedHashMap<>(fields.keys());
    values.put(key, value);
    places.putIfAbsent(key, place);
    return new Value.Fields(
        fields.place(),
        fields.path(),
        Collections.unmodifiableMap(values),
        Collections.unmodifiableMap(places));
  }
}
