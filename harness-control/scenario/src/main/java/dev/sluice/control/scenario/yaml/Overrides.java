package dev.sluice.control.scenario.yaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values from the command line that take the place of those in the file. Pure. */
public final class Overrides {

  /** Steps refer to them by name, so one that the plan does not have is used by nothing. */
  private static final String VARIABLES = "vars";

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
      Value.Place place = new Value.Place("--set " + setting, 0, 0);
      int equals = setting.indexOf('=');
      List<String> keys = List.of(setting.substring(0, Math.max(0, equals)).split("\\.", -1));
      if (equals < 1 || keys.contains("")) {
        throw new ScenarioException(
            place,
            "",
            equals < 1 ? "'=' is missing" : "a key is empty",
            "write it as workloads.senders.threads=20");
      }
      changed = set(changed, keys, setting.substring(equals + 1), place);
    }
    return changed;
  }

  private static Value.Fields set(
      Value.Fields fields, List<String> keys, String text, Value.Place place) {
    String key = keys.get(0);
    String path = fields.below(key);
    if (keys.size() > 1) {
      Value inner = fields.values().getOrDefault(key, Value.Fields.empty(place, path));
      if (!(inner instanceof Value.Fields group)) {
        throw new ScenarioException(
            place, path, "it is " + inner.kind() + " and has no keys", "give a key that has keys");
      }
      if (path.equals(VARIABLES) && !group.values().containsKey(keys.get(1))) {
        throw new ScenarioException(
            place,
            group.below(keys.get(1)),
            "the plan has no such variable",
            group.values().isEmpty()
                ? "define it in 'vars' of the plan"
                : ScenarioException.instead(keys.get(1), group.values().keySet()));
      }
      return with(fields, key, set(group, keys.subList(1, keys.size()), text, place), place);
    }
    return key.endsWith("+")
        ? added(fields, key.substring(0, key.length() - 1), text, place)
        : with(fields, key, new Value.Text(place, path, text), place);
  }

  /** One more item of a list. */
  private static Value.Fields added(
      Value.Fields fields, String key, String text, Value.Place place) {
    String path = fields.below(key);
    Value known = fields.values().get(key);
    List<Value> items = new ArrayList<>();
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

  private static Value.Fields with(
      Value.Fields fields, String key, Value value, Value.Place place) {
    Map<String, Value> values = new LinkedHashMap<>(fields.values());
    Map<String, Value.Place> places = new LinkedHashMap<>(fields.keys());
    values.put(key, value);
    places.putIfAbsent(key, place);
    return new Value.Fields(fields.place(), fields.path(), values, places);
  }
}
