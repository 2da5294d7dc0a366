package dev.sluice.control.cli;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Options or parameters in Markdown. Two are the same if their texts are equal.
 *
 * @param title what they are about
 * @param rows a line for each; empty if there are none
 */
record OptionTable(String title, String rows) {

  static OptionTable of(String heading, List<OptionSpec> options) {
    return new OptionTable(
        MarkdownText.heading(heading),
        options.stream().map(option -> row(nameOf(option), option)).collect(Collectors.joining()));
  }

  static OptionTable ofParameters(List<PositionalParamSpec> parameters) {
    return new OptionTable(
        "Parameters",
        parameters.stream()
            .map(parameter -> row(parameter.paramLabel(), parameter))
            .collect(Collectors.joining()));
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  OptionTable and(OptionTable more) {
    return new OptionTable(title, rows + more.rows);
  }

  @Override
  public String toString() {
    return "| | meaning |\n|---|---|\n" + rows + "\n";
  }

  private static String nameOf(OptionSpec option) {
    String names = String.join(", ", option.names());
    return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
  }

  private static String row(String name, ArgSpec argument) {
    boolean required = argument.required() && argument.group() == null; // one of a group may do
    return "| `"
        + name.replace("|", "\\|")
        + "` | "
        + MarkdownText.prose(String.join(" ", argument.description()))
        + (required ? " Required." : "")
        + " |\n";
  }
}
