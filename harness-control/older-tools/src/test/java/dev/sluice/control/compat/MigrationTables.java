package dev.sluice.control.compat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables of the guide for those who come from the older tools, out of the catalogues. */
final class MigrationTables {

  private MigrationTables() {}

  /** All tables, as lines of Markdown. */
  static List<String> lines() {
    List<String> lines = new ArrayList<>();
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
        List<LegacyOption> options = catalogue.options(module);
        lines.add("");
        lines.add("### " + name + ": " + catalogue.title(module));
        lines.add("");
        lines.add("| option | here |");
        lines.add("|---|---|");
        rows(options.stream()
                .map(
                    option ->
                        Map.entry(
                            withStatus(option.status(), text(option, options)), names(option))))
            .forEach(lines::add);
      }
      lines.add("");
    }
    return lines;
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
