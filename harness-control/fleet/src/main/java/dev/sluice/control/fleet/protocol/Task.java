package dev.sluice.control.fleet.protocol;

import java.util.Map;

/**
 * What an agent has to play: a text that its process understands, and the files that the text
 * names.
 *
 * @param id names the task in the fleet; the same id always has the same contents
 * @param files their contents by name.
 */
public record Task(String id, String text, Map<String, Content> files) {

  public Task {
    files = Map.copyOf(files);
  }
}
