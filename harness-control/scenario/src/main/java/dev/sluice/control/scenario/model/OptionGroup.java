package dev.sluice.control.scenario.model;

import dev.sluice.control.scenario.yaml.Section;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Keys of a scenario that are options of the command line. */
public final class OptionGroup {

  /** A parse by the command line. */
  @FunctionalInterface
  public interface Parse<T> {
    T of(List<GivenOption> options) throws BadOptionException;
  }

  private OptionGroup() {}

  /**
   * Parses the keys of a section.
   *
   * @param forms the keys that are options
   * @param others keys that are none
   */
  public static <T> T parse(
      Section section, Map<String, OptionForm> forms, Collection<String> others, Parse<T> parse) {
    Set<String> known = new TreeSet<>(forms.keySet());
    known.addAll(others);
    section.requireKnown(known);
    List<GivenOption> options = new ArrayList<>();
    for (String key : section.keys()) {
      if (!others.contains(key)) {
        add(section, key, forms.get(key), options);
      }
    }
    return mapped(section, () -> parse.of(options));
  }

  /** A call that may complain about options. */
  @FunctionalInterface
  public interface Call<T> {
    T make() throws BadOptionException;
  }

  /** Makes a complaint about an option one about its key. */
  public static <T> T mapped(Section section, Call<T> call) {
    try {
      return call.make();
    } catch (BadOptionException e) {
      throw section.has(e.key())
          ? section.problem(e.key(), e.getMessage(), "")
          : section.problem(e.getMessage(), "");
    }
  }

  private static void add(Section section, String key, OptionForm form, List<GivenOption> options) {
    switch (form.kind()) {
      case FLAG -> {
        if (section.flag(key, false)) {
          options.add(new GivenOption(key, List.of("true")));
        }
      }
      case VALUE -> options.add(new GivenOption(key, List.of(section.text(key))));
      case LIST -> options.add(new GivenOption(key, section.texts(key)));
    }
  }
}
