package dev.sluice.control.compat;

import java.util.List;

/**
 * An option of an older tool.
 *
 * @param module the part of the tool it belongs to; the same letters may mean something else in
 *     another
 * @param letters its name, without the dash
 * @param aliases longer names of the same
 * @param type what values it takes
 * @param defaultValue the value it has when it is not given
 * @param status what has become of it
 * @param effect what it does to the workload
 * @param text what it becomes here, or why not
 */
record LegacyOption(
    String module,
    String letters,
    List<String> aliases,
    OptionType type,
    String defaultValue,
    OptionStatus status,
    OptionEffect effect,
    String text) {

  static LegacyOption parse(String module, List<String> columns) {
    List<String> names = List.of(columns.get(0).split(","));
    return new LegacyOption(
        module,
        names.get(0),
        names.subList(1, names.size()),
        OptionType.of(columns.get(1)),
        columns.get(2),
        OptionStatus.of(columns.get(3)),
        OptionEffect.parse(columns.get(4)),
        columns.get(5));
  }

  /** Whether it is the option that is called so. */
  boolean isNamed(String name, boolean caseMatters) {
    return same(letters, name, caseMatters)
        || aliases.stream().anyMatch(alias -> same(alias, name, caseMatters));
  }

  private static boolean same(String a, String b, boolean caseMatters) {
    return caseMatters ? a.equals(b) : a.equalsIgnoreCase(b);
  }
}
