package dev.sluice.control.scenario.yaml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Makes values of YAML text. Pure. */
public final class YamlReader {

  private final String source;

  /**
   * @param source what messages call the text, a file's name
   */
  public YamlReader(String source) {
    this.source = source;
  }

  /**
   * The keys of a document.
   *
   * @throws ScenarioException if it is no YAML, or no group of keys
   */
  public Value.Fields read(String text) {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(source)
            .setUseMarks(true)
            .setAllowDuplicateKeys(true)
            .build();
    try {
      Node root =
          new Compose(settings)
              .composeString(text)
              .orElseThrow(
                  () -> new ScenarioException(start(), "", "the file is empty", firstKeys()));
      if (value(root, "") instanceof Value.Fields fields) {
        return fields;
      }
      throw new ScenarioException(place(root), "", "this is no group of keys", firstKeys());
    } catch (MarkedYamlEngineException e) {
      throw new ScenarioException(
          e.getProblemMark().map(this::place).orElse(start()),
          "",
          "this is no YAML: " + e.getProblem(),
          "check indentation, quotes and brackets here and in the line above");
    } catch (YamlEngineException e) {
      throw new ScenarioException(
          start(), "", "this is no YAML", "one line says: " + firstLine(e.getMessage()));
    }
  }

  private Value value(Node node, String path) {
    if (node.isRecursive()) {
      throw new ScenarioException(
          place(node), path, "it contains itself", "remove the alias (*name)");
    }
    if (node instanceof MappingNode mapping) {
      return fields(mapping, path);
    }
    if (node instanceof SequenceNode sequence) {
      List<Value> items = new ArrayList<>();
      for (Node item : sequence.getValue()) {
        items.add(value(item, path + "[" + (items.size() + 1) + "]"));
      }
      return new Value.Items(place(node), path, items);
    }
    return new Value.Text(place(node), path, ((ScalarNode) node).getValue());
  }

  private Value.Fields fields(MappingNode mapping, String path) {
    Map<String, Value> values = new LinkedHashMap<>();
    Map<String, Place> keys = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      Place place = place(tuple.getKeyNode());
      if (!(tuple.getKeyNode() instanceof ScalarNode keyNode)) {
        throw new ScenarioException(place, path, "a key is a single word", "quote it");
      }
      String key = keyNode.getValue();
      String keyPath = path.isEmpty() ? key : path + "." + key;
      if (keys.putIfAbsent(key, place) != null) {
        throw new ScenarioException(
            place,
            keyPath,
            "the key stands here twice, first in line " + keys.get(key).line(),
            "remove one of the two");
      }
      values.put(key, value(tuple.getValueNode(), keyPath));
    }
    return new Value.Fields(
        place(mapping),
        path,
        Collections.unmodifiableMap(values),
        Collections.unmodifiableMap(keys));
  }

  private Place place(Node node) {
    return node.getStartMark().map(this::place).orElse(start());
  }

  private Place place(Mark mark) {
    return new Place(source, mark.getLine() + 1, mark.getColumn() + 1);
  }

  private Place start() {
    return new Place(source, 1, 1);
  }

  private static String firstKeys() {
    return "a scenario begins with keys such as workloads: and steps:";
  }

  private static String firstLine(String text) {
    return text == null ? "" : text.lines().findFirst().orElse("");
  }
}
