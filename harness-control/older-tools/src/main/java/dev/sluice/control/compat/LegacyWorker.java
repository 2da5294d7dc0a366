package dev.sluice.control.compat;

import java.util.List;

/**
 * A worker type of an older tool.
 *
 * @param name what {@code -tc} calls it
 * @param status what has become of it
 * @param command the command here that does its work, empty if there is none
 * @param modules whose options it has, besides those that every line has
 * @param text what happens to it, or why not
 */
public record LegacyWorker(
    String name, OptionStatus status, String command, List<String> modules, String text) {

  static LegacyWorker parse(List<String> columns) {
    return new LegacyWorker(
        columns.get(0),
        OptionStatus.of(columns.get(1)),
        columns.get(2),
        columns.get(3).isEmpty() ? List.of() : List.of(columns.get(3).split(" ")),
        columns.get(4));
  }

  /** The name of its class alone. */
  public String simpleName() {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /** Whether its name is within a package, as {@code jms.r20}. */
  public boolean isOf(String packageName) {
    return name.startsWith(packageName + ".");
  }
}
