package dev.sluice.control.fleet.protocol;

import java.util.HashMap;
import java.util.Map;

/**
 * What an agent has to play: a plan that its process understands, and the files that the plan
 * names.
 *
 * @param id names the task in the fleet; the same id always has the same files
 * @param files their contents by name, and the plan as {@link #PLAN}; not read by the protocol
 */
public record Task(String id, Map<String, Content> files) {

  static final Task NONE = new Task("", Map.of());

  /** The name of the plan among the files. */
  public static final String PLAN = "plan";

  public Task {
    files = Map.copyOf(files);
  }

  /** The sizes of the files, by name. */
  Map<String, Long> sizes() {
    Map<String, Long> sizes = new HashMap<>();
    files.forEach((name, content) -> sizes.put(name, (long) content.size()));
    return sizes;
  }

  public Content plan() {
    return files.getOrDefault(PLAN, Content.EMPTY);
  }
}
