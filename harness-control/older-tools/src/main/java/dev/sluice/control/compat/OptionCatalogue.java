package dev.sluice.control.compat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All options of an older tool, by module, as its users know them: what they mean, and what has
 * become of each. Immutable.
 */
final class OptionCatalogue {

  private final Map<String, List<LegacyOption>> byModule = new LinkedHashMap<>();
  private final ResourceTable table;
  private final boolean caseMatters;

  private OptionCatalogue(ResourceTable table, boolean caseMatters) {
    this.table = table;
    this.caseMatters = caseMatters;
    table
        .sections()
        .forEach(
            (module, section) ->
                byModule.put(module, section.rows().stream().map(LegacyOption::parse).toList()));
  }

  /** The catalogue of a tool. */
  static OptionCatalogue of(Tool tool) {
    return of(ResourceTable.read(tool.command() + ".options"), tool.caseMatters());
  }

  static OptionCatalogue of(ResourceTable table, boolean caseMatters) {
    return new OptionCatalogue(table, caseMatters);
  }

  /** The modules' names, in the order of the catalogue. */
  Collection<String> modules() {
    return byModule.keySet();
  }

  String title(String module) {
    return table.sections().get(module).title();
  }

  /** The options of a module, none if there is no such module. */
  List<LegacyOption> options(String module) {
    return byModule.getOrDefault(module, List.of());
  }

  /**
   * The option of that name in some modules; a later module's wins over an earlier one's, as a
   * subclass's does there.
   */
  Optional<LegacyOption> find(Collection<String> modules, String name) {
    LegacyOption found = null;
    for (String module : modules) {
      for (LegacyOption option : options(module)) {
        if (option.isNamed(name, caseMatters)) {
          found = option;
        }
      }
    }
    return Optional.ofNullable(found);
  }

  /**
   * The letters of an option that is called so anywhere; a name that is not known stays as it is.
   */
  String letters(String name) {
    return find(modules(), name).map(LegacyOption::letters).orElse(name);
  }

  /** All names that an option of these modules may have, for suggestions. */
  List<String> names(Collection<String> modules) {
    List<String> names = new ArrayList<>();
    for (String module : modules) {
      for (LegacyOption option : options(module)) {
        names.add(option.letters());
        names.addAll(option.aliases());
      }
    }
    return names;
  }

  /** The help of some modules: a heading for each and a line for each option. */
  List<String> help(Collection<String> modules) {
    List<String> lines = new ArrayList<>();
    for (String module : modules) {
      lines.add(title(module));
      int width = options(module).stream().mapToInt(each -> name(each).length()).max().orElse(0);
      for (LegacyOption option : options(module)) {
        String status =
            option.status() == LegacyOption.Status.SUPPORTED ? "" : option.status().text() + ": ";
        String blanks = " ".repeat(width - name(option).length() + 2);
        lines.add("  " + name(option) + blanks + status + option.text());
      }
      lines.add("");
    }
    return lines;
  }

  private static String name(LegacyOption option) {
    String usual = option.defaultValue().isEmpty() ? "" : " (" + option.defaultValue() + ")";
    return "-" + option.letters() + usual;
  }
}
