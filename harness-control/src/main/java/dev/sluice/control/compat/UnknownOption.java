package dev.sluice.control.compat;

import dev.sluice.core.text.NearestWord;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Says why an option is not known on a line. */
record UnknownOption(OptionCatalogue catalogue, Set<String> modules) {

  String explain(String name) {
    List<String> elsewhere =
        catalogue.modules().stream()
            .filter(module -> catalogue.find(List.of(module), name).isPresent())
            .toList();
    return "Invalid parameter: Parameter ["
        + name
        + "] is not known/valid in this configuration"
        + (elsewhere.isEmpty() ? nearest(name) : "; it belongs to " + titles(elsewhere));
  }

  private String nearest(String name) {
    if (name.startsWith("-") && catalogue.find(modules, name.substring(1)).isEmpty()) {
      return "; options with two dashes are Sluice's own, and go in front of the old line";
    }
    return NearestWord.of(name, catalogue.names(modules))
        .map(near -> "; did you mean -" + near + "?")
        .orElse("; -h lists the valid ones");
  }

  private String titles(List<String> names) {
    return names.stream().map(catalogue::title).collect(Collectors.joining(", or to "));
  }
}
