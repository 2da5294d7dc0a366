package dev.sluice.control.legacy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** The options of some modules, to read. */
record LegacyHelp(OptionCatalogue catalogue) {

  /**
   * A heading for each module and a line for each option.
   *
   * @throws LegacyLineException if there is no such module
   */
  List<String> of(Collection<String> modules) {
    List<String> lines = new ArrayList<>();
    for (String module : modules) {
      if (catalogue.title(module) == null) {
        throw new LegacyLineException(
            "Invalid parameter: -hm '"
                + module
                + "': the modules are "
                + String.join(", ", catalogue.modules()));
      }
      lines.add(catalogue.title(module));
      catalogue.options(module).forEach(option -> lines.add(line(option)));
      lines.add("");
    }
    return lines;
  }

  private static String line(LegacyOption option) {
    String given = option.defaultValue().isEmpty() ? "" : " (" + option.defaultValue() + ")";
    String status = option.status() == OptionStatus.SUPPORTED ? "" : option.status().text() + ": ";
    return String.format(
        Locale.ROOT,
        "  -%-9s%s%s",
        option.letters() + given,
        " ".repeat(2),
        status + option.text());
  }
}
