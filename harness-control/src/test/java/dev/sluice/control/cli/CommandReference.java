package dev.sluice.control.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** All commands and options as a page in Markdown, out of what the command line knows itself. */
final class CommandReference {

  private static final String INTRODUCTION =
      """
      # Command reference

      All commands and their options, as `sluice COMMAND --help` shows them. This page is written by a
      test out of the commands themselves; do not edit it. Every command also has the options under
      [sluice](#sluice), and any option can stand in a file: `sluice send @options.txt`.

      """;

  private static final String TABLE_HEAD = "| option | meaning |\n|---|---|\n";

  private final CommandSpec root;
  private final StringBuilder page = new StringBuilder();

  private CommandReference(CommandSpec root) {
    this.root = root;
  }

  /** The page. */
  static String page() {
    PrintWriter nowhere = new PrintWriter(PrintWriter.nullWriter());
    CommandReference reference =
        new CommandReference(Main.commandLine(nowhere, nowhere).getCommandSpec());
    reference.page.append(INTRODUCTION);
    reference.addContents();
    reference.addCommand(reference.root);
    return reference.page.toString().stripTrailing() + "\n";
  }

  private void addContents() {
    for (CommandSpec command : visible(root)) {
      page.append("- [").append(command.qualifiedName()).append("](#");
      page.append(command.qualifiedName().replace(' ', '-')).append("): ");
      page.append(plain(String.join(" ", command.usageMessage().description()))).append('\n');
    }
    page.append('\n');
  }

  private void addCommand(CommandSpec command) {
    page.append("## ").append(command.qualifiedName()).append("\n\n");
    page.append(lines(command.usageMessage().description())).append("\n\n");
    page.append("    ").append(synopsis(command)).append("\n\n");
    addParameters(command);
    for (GroupedOptions.Group group : GroupedOptions.groupsOf(command)) {
      addOptions(group, command);
    }
    addFooter(command);
    visible(command).forEach(this::addCommand);
  }

  private void addParameters(CommandSpec command) {
    List<PositionalParamSpec> parameters =
        command.positionalParameters().stream().filter(p -> !p.hidden()).toList();
    if (!parameters.isEmpty()) {
      page.append("| parameter | meaning |\n|---|---|\n");
      parameters.forEach(parameter -> addRow(parameter.paramLabel(), parameter));
      page.append('\n');
    }
  }

  private void addOptions(GroupedOptions.Group group, CommandSpec command) {
    List<OptionSpec> options =
        group.options().stream().filter(option -> command == root || isOwn(option)).toList();
    if (!options.isEmpty()) {
      page.append("**").append(plain(group.heading())).append("**\n\n").append(TABLE_HEAD);
      options.forEach(option -> addRow(nameOf(option), option));
      page.append('\n');
    }
  }

  /** Not one that every command has from the program itself. */
  private static boolean isOwn(OptionSpec option) {
    return !option.inherited() && !option.usageHelp() && !option.versionHelp();
  }

  private static String nameOf(OptionSpec option) {
    String names = String.join(", ", option.names());
    String separator = option.longestName().startsWith("--") ? " " : "";
    return option.arity().max() == 0 ? names : names + separator + option.paramLabel();
  }

  private void addRow(String name, ArgSpec argument) {
    page.append("| `").append(name.replace("|", "\\|")).append("` | ");
    page.append(cell(String.join(" ", argument.description())));
    page.append(argument.required() ? " Required." : "").append(" |\n");
  }

  private void addFooter(CommandSpec command) {
    String[] footer = command.usageMessage().footer();
    if (footer.length == 0 || command == root) {
      return;
    }
    page.append(plain(command.usageMessage().footerHeading())).append("\n\n");
    for (String line : footer) {
      page.append("  ").append(formatted(line)).append('\n');
    }
    page.append('\n');
  }

  private static String synopsis(CommandSpec command) {
    String parameters =
        command.positionalParameters().stream()
            .filter(parameter -> !parameter.hidden())
            .map(PositionalParamSpec::paramLabel)
            .collect(Collectors.joining(" "));
    return Stream.of(
            command.qualifiedName(),
            "[OPTIONS]",
            visible(command).isEmpty() ? "" : "COMMAND",
            parameters)
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(" "));
  }

  private static List<CommandSpec> visible(CommandSpec command) {
    List<CommandSpec> commands = new ArrayList<>();
    for (CommandLine subcommand : new LinkedHashSet<>(command.subcommands().values())) {
      if (!subcommand.getCommandSpec().usageMessage().hidden()) {
        commands.add(subcommand.getCommandSpec());
      }
    }
    return commands;
  }

  private static String lines(String[] description) {
    return cell(String.join("\n", description));
  }

  /** As Markdown shows it unchanged. */
  private static String cell(String text) {
    return formatted(text)
        .replace("|", "\\|")
        .replace("<", "\\<")
        .replace("*", "\\*")
        .replace("[", "\\[");
  }

  /** Without a colon at the end and on one line. */
  private static String plain(String text) {
    return formatted(text).strip().replaceAll(":$", "");
  }

  private static String formatted(String text) {
    return text.replace("%n", "\n").replace("%%", "%");
  }
}
