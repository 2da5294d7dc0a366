package dev.sluice.control.compat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables of the guide for those who come from the older tools, out of the catalogues. */
final class MigrationTables {

  /** How many options that mean the same as in the other tool are worth a line. */
  private static final int LONG_ENOUGH = 3;

  private MigrationTables() {}

  /** All tables, as lines of Markdown. */
  static List<String> lines() {
    List<String> lines = new ArrayList<>();
    Set<Map.Entry<String, String>> told = new HashSet<>();
    for (Tool tool : Tool.values()) {
      String name = tool == Tool.CPH ? "MQ-CPH" : "JMSPerfHarness";
      lines.add("## Workers of " + name);
      lines.add("");
      lines.add("| `-tc` | here | |");
      lines.add("|---|---|---|");
      rows(LegacyWorker.of(tool).stream()
              .map(
                  worker ->
                      Map.entry(
                          (worker.command().isEmpty() ? "" : "`" + worker.command() + "`")
                              + " | "
                              + withStatus(worker.status(), worker.text()),
                          "`" + worker.name() + "`")))
          .forEach(lines::add);
      lines.add("");
      lines.add("## Options of " + name);
      OptionCatalogue catalogue = OptionCatalogue.of(tool);
      for (String module : catalogue.modules()) {
        lines.add("");
        lines.add("### " + name + ": " + catalogue.title(module));
        lines.add("");
        Set<Map.Entry<String, String>> table = table(catalogue, module);
        Set<Map.Entry<String, String>> same = new LinkedHashSet<>(table);
        same.retainAll(told);
        if (tool == Tool.CPH && same.size() >= LONG_ENOUGH) {
          lines.add("As in JMSPerfHarness: " + String.join(", ", names(same)) + ".");
          lines.add("");
          table.removeAll(same);
        }
        lines.add("| option | here |");
        lines.add("|---|---|");
        rows(table.stream()).forEach(lines::add);
        if (tool != Tool.CPH) {
          told.addAll(table);
        }
      }
      lines.add("");
    }
    return lines;
  }

  /** The names of each option by what becomes of it. */
  private static Set<Map.Entry<String, String>> table(OptionCatalogue catalogue, String module) {
    List<LegacyOption> options = catalogue.options(module);
    return options.stream()
        .map(option -> Map.entry(withStatus(option.status(), text(option, options)), names(option)))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static List<String> names(Set<Map.Entry<String, String>> rows) {
    return rows.stream().map(Map.Entry::getValue).toList();
  }

  /** A row for each text, with the names of all that have it. */
  private static Stream<String> rows(Stream<Map.Entry<String, String>> nameByText) {
    return nameByText
        .collect(
            Collectors.groupingBy(
                Map.Entry::getKey,
                LinkedHashMap::new,
                Collectors.mapping(Map.Entry::getValue, Collectors.joining(", "))))
        .entrySet()
        .stream()
        .map(row -> "| " + row.getValue() + " | " + row.getKey() + " |");
  }

  private static String withStatus(LegacyOption.Status status, String text) {
    return status == LegacyOption.Status.SUPPORTED ? text : status.text() + ": " + text;
  }

  /** That of another option of the module, where the catalogue refers to it. */
  private static String text(LegacyOption option, List<LegacyOption> module) {
    return module.stream()
        .filter(other -> option.text().equals("as " + other.letters()))
        .findFirst()
        .orElse(option)
        .text();
  }

  private static String names(LegacyOption option) {
    return Stream.concat(Stream.of(option.letters()), option.aliases().stream())
        .map(name -> "`-" + name + "`")
        .collect(Collectors.joining(", "));
  }
}
