package dev.sluice.control.scenario.model;

import dev.sluice.control.scenario.yaml.ScenarioException;
import dev.sluice.control.scenario.yaml.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Keys of a scenario that are options of the command line. Immutable.
 *
 * @param section where they stand
 * @param arguments the same on a command line
 */
public record OptionGroup(Section section, List<String> arguments) {

  public OptionGroup {
    arguments = List.copyOf(arguments);
  }

  /**
   * The keys of a section.
   *
   * @param forms the keys that are options
   * @param others keys that are none
   */
  public static OptionGroup of(
      Section section, Map<String, OptionForm> forms, List<String> others) {
    Set<String> known = new TreeSet<>(forms.keySet());
    known.addAll(others);
    section.requireKnown(known);
    OptionGroup options = new OptionGroup(section, List.of());
    for (String key : section.keys()) {
      if (others.contains(key)) {
        continue;
      }
      switch (forms.get(key).arity()) {
        case FLAG -> options = section.flag(key, false) ? options.and("--" + key) : options;
        case VALUE -> options = options.and("--" + key + "=" + section.text(key));
        case LIST -> {
          for (String value : section.texts(key)) {
            options = options.and("--" + key + "=" + value);
          }
        }
      }
    }
    return options;
  }

  /** The same with one more argument. */
  public OptionGroup and(String argument) {
    List<String> more = new ArrayList<>(arguments);
    more.add(argument);
    return new OptionGroup(section, more);
  }

  /** A complaint about an option is one about its key, or else about the section. */
  public ScenarioException problem(String option, String problem) {
    return section.has(option)
        ? section.problem(option, problem, "")
        : section.problem(problem, "");
  }
}
