package dev.sluice.control.cli.option;

import dev.sluice.control.scenario.model.OptionForm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options of a command as the keys of a scenario. */
public final class OptionForms {

  private OptionForms() {}

  /**
   * Those of a command that are shown to people, in the order in which they are.
   *
   * @param others names of options to leave out, with their dashes
   */
  public static Map<String, OptionForm> of(CommandSpec command, Set<String> others) {
    Map<String, OptionForm> forms = new LinkedHashMap<>();
    command.options().stream()
        .filter(option -> !option.hidden() && !others.contains(option.longestName()))
        .sorted((a, b) -> Integer.compare(a.order(), b.order()))
        .forEach(option -> forms.put(option.longestName().substring(2), form(option)));
    return forms;
  }

  private static OptionForm form(OptionSpec option) {
    OptionForm.Kind kind =
        option.arity().max() == 0
            ? OptionForm.Kind.FLAG
            : option.isMultiValue() ? OptionForm.Kind.LIST : OptionForm.Kind.VALUE;
    List<String> choices = new ArrayList<>();
    if (option.typeInfo().isEnum()) {
      option
          .typeInfo()
          .getEnumConstantNames()
          .forEach(name -> choices.add(name.toLowerCase(Locale.ROOT).replace('_', '-')));
    }
    String description =
        Arrays.stream(option.description())
            .collect(Collectors.joining(" "))
            .replace("${DEFAULT-VALUE}", String.valueOf(option.defaultValueString()))
            .replace("%%", "%");
    return new OptionForm(kind, option.paramLabel(), description, choices);
  }
}
