package dev.sluice.control.scenario.yaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Makes values of YAML text. For one thread. */
public final class YamlReader {

  /** Far beyond what people write, and what the stack takes. */
  private static final int MAX_DEPTH = 50;

  /** Aliases count as often as they are used. */
  private static final int MAX_VALUES = 50_000;

  private final String source;
  private int values; // of this document

  /**
   * @param source what messages call the text, a file's name
   */
  public YamlReader(String source) {
    this.source = source;
  }

  /**
   * The keys of a document.
   *
   * @throws ScenarioException if it is not YAML, or not a group of keys
   */
  public Value.Fields read(String text) {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(source)
            .setUseMarks(true)
            .setAllowDuplicateKeys(true)
            .build();
    values = 0;
    try {
      requireShallow(new Parse(settings).parseString(text));
      Node root =
          new Compose(settings)
              .composeString(text)
              .orElseThrow(
                  () -> new ScenarioException(start(), "", "the file is empty", firstKeys()));
      if (value(root, "", 1) instanceof Value.Fields fields) {
        return fields;
      }
      throw new ScenarioException(place(root), "", "this is not a group of keys", firstKeys());
    } catch (MarkedYamlEngineException e) {
      throw new ScenarioException(
          e.getProblemMark().map(this::place).orElse(start()),
          "",
          "this is not valid YAML: " + e.getProblem(),
          "check indentation, quotes and brackets here and in the line above");
    } catch (YamlEngineException e) {
      throw new ScenarioException(
          start(), "", "this is not valid YAML", "one line says: " + firstLine(e.getMessage()));
    }
  }

  /** Composing goes down by recursion, so this is known before. */
  private void requireShallow(Iterable<Event> events) {
    int depth = 0;
    for (Event event : events) {
      switch (event.getEventId()) {
        case MappingStart, SequenceStart -> depth++;
        case MappingEnd, SequenceEnd -> depth--;
        default -> {}
      }
      requireShallow(depth, event.getStartMark().map(this::place).orElse(start()), "");
    }
  }

  private static void requireShallow(int depth, Value.Place place, String path) {
    if (depth > MAX_DEPTH) {
      throw new ScenarioException(
          place, path, "this is nested more than " + MAX_DEPTH + " deep", "no scenario needs that");
    }
  }

  private Value value(Node node, String path, int depth) {
    requireShallow(depth, place(node), "");
    values++;
    if (values > MAX_VALUES) {
      throw new ScenarioException(
          place(node),
          "",
          "there are more than " + MAX_VALUES + " values",
          "take fewer, and fewer aliases (*name)");
    }
    if (node.isRecursive()) {
      throw new ScenarioException(
          place(node), path, "it contains itself", "remove the alias (*name)");
    }
    if (node instanceof MappingNode mapping) {
      return fields(mapping, path, depth);
    }
    if (node instanceof SequenceNode sequence) {
      List<Value> items = new ArrayList<>();
      for (Node item : sequence.getValue()) {
        items.add(value(item, path + "[" + (items.size() + 1) + "]", depth + 1));
      }
      return new Value.Items(place(node), path, items);
    }
    return new Value.Text(place(node), path, ((ScalarNode) node).getValue());
  }

  private Value.Fields fields(MappingNode mapping, String path, int depth) {
    Map<String, Value> values = new LinkedHashMap<>();
    Map<String, Value.Place> keys = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      Value.Place place = place(tuple.getKeyNode());
      if (!(tuple.getKeyNode() instanceof ScalarNode keyNode)) {
        throw new ScenarioException(place, path, "a key is a single word", "quote it");
      }
      String key = keyNode.getValue();
      String keyPath = path.isEmpty() ? key : path + "." + key;
      if (keys.putIfAbsent(key, place) != null) {
        throw new ScenarioException(
            place,
            keyPath,
            "the key is given twice, first in line " + keys.get(key).line(),
            "remove one of the two");
      }
      values.put(key, value(tuple.getValueNode(), keyPath, depth + 1));
    }
    return new Value.Fields(place(mapping), path, values, keys);
  }

  private Value.Place place(Node node) {
    return node.getStartMark().map(this::place).orElse(start());
  }

  private Value.Place place(Mark mark) {
    return new Value.Place(source, mark.getLine() + 1, mark.getColumn() + 1);
  }

  private Value.Place start() {
    return new Value.Place(source, 1, 1);
  }

  private static String firstKeys() {
    return "start the scenario with keys such as workloads: and steps:";
  }

  private static String firstLine(String text) {
    return text == null ? "" : text.lines().findFirst().orElse("");
  }
}
