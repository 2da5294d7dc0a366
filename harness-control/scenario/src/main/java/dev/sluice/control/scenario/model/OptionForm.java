package dev.sluice.control.scenario.model;

import java.util.List;

/**
 * An option of the command line, as a key of a scenario.
 *
 * @param arity what its value looks like
 * @param label what stands for its value in help texts
 * @param description for people
 * @param choices its values, if they can be counted
 * @param file whether its value is the path of a file or a folder
 */
public record OptionForm(
    Arity arity, String label, String description, List<String> choices, boolean file) {

  /** The form of a value. */
  public enum Arity {
    /** true or false. */
    FLAG,
    /** One value. */
    VALUE,
    /** One value or several. */
    LIST
  }

  public OptionForm {
    choices = List.copyOf(choices);
  }

  /** Whether its value may name a file, be it also as a URL. */
  public boolean namesFile() {
    return file || label.startsWith("FILE");
  }
}
