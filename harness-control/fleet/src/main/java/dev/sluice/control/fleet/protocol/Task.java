package dev.sluice.control.fleet.protocol;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an agent has to play: a plan that its process understands, and the files that the plan
 * names.
 *
 * @param id names the task in the fleet; the same id always has the same contents
 * @param plan not read by the protocol
 * @param files their contents by name.
 */
public record Task(String id, Content plan, Map<String, Content> files) {

  static final Task NONE = new Task("", Content.EMPTY, Map.of());

  /** The name under which the plan is fetched. */
  private static final String PLAN = "";

  public Task {
    files = Map.copyOf(files);
  }

  /** The task of all that was fetched. */
  static Task of(String id, Map<String, Content> contents) {
    Map<String, Content> files = new LinkedHashMap<>(contents);
    Content plan = files.remove(PLAN);
    return new Task(id, plan == null ? Content.EMPTY : plan, files);
  }

  /** All that is fetched of it, by name. */
  Map<String, Content> contents() {
    Map<String, Content> contents = new LinkedHashMap<>(files);
    contents.put(PLAN, plan);
    return contents;
  }
}
