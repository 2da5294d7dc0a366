package dev.sluice.control.compat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The options of some modules, to read. */
record LegacyHelp(OptionCatalogue catalogue, WorkerCatalogue workers) {

  /**
   * The help of what a person names: modules as they are called here, classes as they are called
   * there (in the titles), or workers, which stand for all of their modules.
   *
   * @throws LegacyLineException if there is no such module
   */
  List<String> named(List<String> names) {
    Set<String> modules = new LinkedHashSet<>();
    names.forEach(name -> modules.addAll(modules(name)));
    return of(modules);
  }

  /** A heading for each module and a line for each option. */
  List<String> of(Collection<String> modules) {
    List<String> lines = new ArrayList<>();
    for (String module : modules) {
      lines.add(catalogue.title(module));
      List<LegacyOption> options = catalogue.options(module);
      int width = options.stream().mapToInt(option -> name(option).length()).max().orElse(0);
      options.forEach(option -> lines.add(line(option, width)));
      lines.add("");
    }
    return lines;
  }

  private List<String> modules(String name) {
    if (catalogue.modules().contains(name)) {
      return List.of(name);
    }
    for (LegacyWorker worker : workers.workers()) {
      if (worker.name().equals(name)) {
        return worker.modules();
      }
    }
    for (String module : catalogue.modules()) {
      if (List.of(catalogue.title(module).split("[ ,:()]+")).contains(name)) {
        return List.of(module);
      }
    }
    throw new LegacyLineException(
        "Invalid parameter: -hm '"
            + name
            + "': the modules are "
            + String.join(", ", catalogue.modules()));
  }

  private static String line(LegacyOption option, int width) {
    String status = option.status() == OptionStatus.SUPPORTED ? "" : option.status().text() + ": ";
    return "  "
        + name(option)
        + " ".repeat(width - name(option).length() + 2)
        + status
        + option.text();
  }

  private static String name(LegacyOption option) {
    String usual = option.defaultValue().isEmpty() ? "" : " (" + option.defaultValue() + ")";
    return "-" + option.letters() + usual;
  }
}
