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
import java.util.stream.Collectors;

/**
 * The options of one line: what was given, checked, and the defaults of the rest. It takes note of
 * what has been asked for, so that none that was given is passed over. One thread.
 */
public final class GivenOptions {

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
  public void addTo(NativeLine line, String... names) {
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
        throw new LegacyLineException(new UnknownOption(catalogue, modules).explain(name));
      }
      unknown.add(name);
      return;
    }
    LegacyOption it = option.get();
    String normalised = it.type().normalised(name, value);
    if (it.status() == OptionStatus.OUT_OF_SCOPE && !normalised.equals(it.defaultValue())) {
      throw new LegacyLineException("-" + name + " is out of scope: " + it.text());
    }
    given.put(it.letters(), normalised);
    known.put(it.letters(), it);
  }

  /** Whether it means something to the workers of this line. */
  public boolean applies(String letters) {
    return catalogue
        .find(modules, letters)
        .filter(option -> option.effect().appliesTo(command))
        .isPresent();
  }

  /** Whether it was given. */
  public boolean has(String letters) {
    used.add(letters);
    return given.containsKey(letters);
  }

  /** Its value, or its default; empty if this line has no such option. */
  public String text(String letters) {
    used.add(letters);
    String value = given.get(letters);
    return value != null
        ? value
        : catalogue.find(modules, letters).map(LegacyOption::defaultValue).orElse("");
  }

  public boolean flag(String letters) {
    return Boolean.parseBoolean(text(letters));
  }

  /** A whole number; 0 if it has neither value nor default. */
  public int whole(String letters) {
    String text = text(letters);
    return text.isEmpty() ? 0 : Integer.parseInt(text);
  }

  /**
   * A whole number that is not negative.
   *
   * @throws LegacyLineException if it is
   */
  public int count(String letters) {
    return within(letters, 0, Integer.MAX_VALUE);
  }

  /**
   * A whole number above 0.
   *
   * @throws LegacyLineException if it is not
   */
  public int atLeastOne(String letters) {
    return within(letters, 1, Integer.MAX_VALUE);
  }

  /**
   * A whole number from a range.
   *
   * @throws LegacyLineException if it is not in there
   */
  public int within(String letters, int min, int max) {
    int value = whole(letters);
    if (value < min || value > max) {
      String right = max == Integer.MAX_VALUE ? min + " or more" : min + " to " + max;
      throw wrong(letters, right);
    }
    return value;
  }

  /** The value of an option is not one that is right. */
  public LegacyLineException wrong(String letters, String right) {
    return new LegacyLineException(
        "Invalid parameter: -" + letters + " '" + text(letters) + "': " + right);
  }

  /** These have no effect on what the line's worker does; nor had they there. */
  public void leaveOut(String... letters) {
    for (String name : letters) {
      used.add(name);
      if (given.containsKey(name)) {
        leftOut.add("-" + name);
      }
    }
  }

  /** All options of a module have no effect on this line. */
  public void leaveOutModule(String module) {
    for (LegacyOption option : catalogue.options(module)) {
      if (option.status() != OptionStatus.NO_OP) { // which is said of those anyway
        leaveOut(option.letters());
      }
    }
  }

  /** Those that were given and change nothing here, with their dashes. */
  List<String> withoutEffect() {
    Set<String> names = new LinkedHashSet<>(leftOut);
    known.forEach(
        (letters, option) -> {
          if (option.status() == OptionStatus.NO_OP
              || option.status() == OptionStatus.OUT_OF_SCOPE) {
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
    List<String> names = new ArrayList<>(given.keySet().stream().map(name -> "-" + name).toList());
    names.removeAll(used.stream().map(name -> "-" + name).toList());
    names.removeAll(withoutEffect());
    return names;
  }

  /** Says why an option is not known on a line. */
  private record UnknownOption(OptionCatalogue catalogue, Set<String> modules) {

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
}
