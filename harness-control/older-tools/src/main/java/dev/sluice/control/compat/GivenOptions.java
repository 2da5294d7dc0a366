package dev.sluice.control.compat;

import dev.sluice.core.text.NearestWord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The options of one line: what was given, checked, and the defaults of the rest. It takes note of
 * what has been asked for, so that none that was given is passed over. One thread.
 */
final class GivenOptions {

  private final OptionCatalogue catalogue;
  private final Set<String> modules;
  private final String command;
  private final Map<String, String> given = new LinkedHashMap<>();
  private final Map<String, LegacyOption> known = new LinkedHashMap<>();
  private final List<String> unknown = new ArrayList<>();
  private final Set<String> used = new HashSet<>();
  private final Set<String> leftOut = new LinkedHashSet<>();

  /**
   * @param modules those that are part of the line
   * @param command what the workers of the line do here
   * @param words name and value of each option
   * @param strict whether one that is not known is refused
   * @throws LegacyLineException if an option is not known here, out of scope, or has a wrong value
   */
  GivenOptions(
      OptionCatalogue catalogue,
      Set<String> modules,
      String command,
      Map<String, String> words,
      boolean strict) {
    this.catalogue = catalogue;
    this.modules = modules;
    this.command = command;
    words.forEach((name, value) -> add(name, value, strict));
    known.forEach(
        (letters, option) -> {
          if (!option.effect().appliesTo(command)) {
            leaveOut(letters);
          }
        });
  }

  /**
   * Adds what these options become, as their rows in the table say; those that this line does not
   * have, or that mean nothing to its workers, add nothing.
   */
  void addTo(NativeLine line, String... names) {
    for (String letters : names) {
      catalogue
          .find(modules, letters)
          .filter(option -> option.effect().appliesTo(command))
          .ifPresent(option -> option.effect().addTo(line, this, option));
    }
  }

  private void add(String name, String value, boolean strict) {
    Optional<LegacyOption> option = catalogue.find(modules, name);
    if (option.isEmpty()) {
      if (strict) {
        throw new LegacyLineException(unknown(name));
      }
      unknown.add(name);
      return;
    }
    LegacyOption it = option.get();
    String normalised = it.normalised(name, value);
    if (it.status() == LegacyOption.Status.OUT_OF_SCOPE && !normalised.equals(it.defaultValue())) {
      throw new LegacyLineException("-" + name + " is out of scope: " + it.text());
    }
    given.put(it.letters(), normalised);
    known.put(it.letters(), it);
  }

  /** Takes note that these have had their effect elsewhere. */
  void markUsed(List<String> letters) {
    used.addAll(letters);
  }

  /** Whether it was given. */
  boolean has(String letters) {
    used.add(letters);
    return given.containsKey(letters);
  }

  /**
   * Its value, or its default; empty if this line has no such option.
   *
   * @throws LegacyLineException if it is a number that its row does not have
   */
  String text(String letters) {
    used.add(letters);
    String value = given.get(letters);
    if (value == null) {
      return catalogue.find(modules, letters).map(LegacyOption::defaultValue).orElse("");
    }
    known.get(letters).requireInRange(value);
    return value;
  }

  boolean flag(String letters) {
    return Boolean.parseBoolean(text(letters));
  }

  /** Whether its value, or its default, is true, above 0, or not empty. */
  boolean isSet(String letters) {
    String value = text(letters);
    return catalogue.find(modules, letters).filter(option -> option.isSet(value)).isPresent();
  }

  /** A whole number; 0 if it has neither value nor default. */
  int whole(String letters) {
    String text = text(letters);
    return text.isEmpty() ? 0 : Integer.parseInt(text);
  }

  /** These have no effect on what the line's worker does; nor had they there. */
  void leaveOut(String... letters) {
    for (String name : letters) {
      used.add(name);
      if (given.containsKey(name)) {
        leftOut.add("-" + name);
      }
    }
  }

  /** All options of a module have no effect on this line. */
  void leaveOutModule(String module) {
    for (LegacyOption option : catalogue.options(module)) {
      if (option.status() != LegacyOption.Status.NO_OP) { // which is said of those anyway
        leaveOut(option.letters());
      }
    }
  }

  /** Those that were given and change nothing here, with their dashes. */
  List<String> withoutEffect() {
    Set<String> names = new LinkedHashSet<>(leftOut);
    known.forEach(
        (letters, option) -> {
          if (option.isIdle()) {
            names.add("-" + letters);
          }
        });
    return List.copyOf(names);
  }

  /** Those that were given and are not known on this line, with their dashes. */
  List<String> unknown() {
    return unknown.stream().map(name -> "-" + name).toList();
  }

  /** Those that were given, have a meaning, and were asked for by nobody, with their dashes. */
  List<String> passedOver() {
    List<String> idle = withoutEffect();
    return given.keySet().stream()
        .filter(name -> !used.contains(name))
        .map(name -> "-" + name)
        .filter(name -> !idle.contains(name))
        .toList();
  }

  /** Why an option is not known on this line. */
  private String unknown(String name) {
    List<String> elsewhere =
        catalogue.modules().stream()
            .filter(module -> catalogue.find(List.of(module), name).isPresent())
            .map(catalogue::title)
            .toList();
    String hint;
    if (!elsewhere.isEmpty()) {
      hint = "; it belongs to " + String.join(", or to ", elsewhere);
    } else if (name.startsWith("-") && catalogue.find(modules, name.substring(1)).isEmpty()) {
      hint = "; options with two dashes are Sluice's own, and go in front of the old line";
    } else {
      hint =
          NearestWord.of(name, catalogue.names(modules))
              .map(near -> "; did you mean -" + near + "?")
              .orElse("; -h lists the valid ones");
    }
    return "Invalid parameter: Parameter ["
        + name
        + "] is not known/valid in this configuration"
        + hint;
  }
}
