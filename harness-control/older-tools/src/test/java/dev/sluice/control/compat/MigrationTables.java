package dev.sluice.control.compat;

import java.util.ArrayList;
import java.util.List;
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
      lines.add("| `-tc` | here | status | |");
      lines.add("|---|---|---|---|");
      LegacyWorker.of(tool).forEach(worker -> lines.add(row(worker)));
      lines.add("");
      lines.add("## Options of " + name);
      OptionCatalogue catalogue = OptionCatalogue.of(tool);
      for (String module : catalogue.modules()) {
        lines.add("");
        lines.add("### " + name + ": " + catalogue.title(module));
        lines.add("");
        lines.add("| option | default | status | |");
        lines.add("|---|---|---|---|");
        catalogue.options(module).forEach(option -> lines.add(row(option)));
      }
      lines.add("");
    }
    return lines;
  }

  private static String row(LegacyWorker worker) {
    String command = worker.command().isEmpty() ? "" : "`" + worker.command() + "`";
    return row("`" + worker.name() + "`", command, worker.status().text(), worker.text());
  }

  private static String row(LegacyOption option) {
    String names =
        Stream.concat(Stream.of(option.letters()), option.aliases().stream())
            .map(name -> "`-" + name + "`")
            .reduce((a, b) -> a + ", " + b)
            .orElseThrow();
    String usual = option.defaultValue().isEmpty() ? "" : "`" + option.defaultValue() + "`";
    return row(names, usual, option.status().text(), option.text());
  }

  private static String row(String... cells) {
    return "| " + String.join(" | ", cells) + " |";
  }
}
