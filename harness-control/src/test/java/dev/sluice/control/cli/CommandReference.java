package dev.sluice.control.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
      [sluice](#sluice), and any option can stand in a file: `sluice send @options.txt`. What several
      commands have in common stands once, at the [end](#options-of-several-commands).

      """;

  private static final String TABLE_HEAD = "| option | meaning |\n|---|---|\n";

  private final CommandSpec root;
  private final Map<GroupedOptions.Group, List<String>> users = new LinkedHashMap<>();
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
    reference.findUsers(reference.root);
    reference.addContents();
    reference.addCommand(reference.root);
    reference.addSharedGroups();
    return reference.page.toString().stripTrailing() + "\n";
  }

  /** Who has which group of options; groups are the same if all they say is. */
  private void findUsers(CommandSpec command) {
    for (GroupedOptions.Group group : GroupedOptions.groupsOf(command)) {
      users.computeIfAbsent(group, any -> new ArrayList<>()).add(command.qualifiedName());
    }
    visible(command).forEach(this::findUsers);
  }

  private boolean isShared(GroupedOptions.Group group) {
    return !group.heading().equals(GroupedOptions.OWN_HEADING) && users.get(group).size() > 1;
  }

  private void addContents() {
    for (CommandSpec command : visible(root)) {
      page.append("- ").append(link(command.qualifiedName())).append(": ");
      page.append(plain(command.usageMessage().description()[0])).append('\n');
    }
    page.append('\n');
  }

  private void addCommand(CommandSpec command) {
    page.append("## ").append(command.qualifiedName()).append("\n\n");
    page.append(cell(String.join("\n", command.usageMessage().description())).strip());
    page.append("\n\n    ").append(synopsis(command)).append("\n\n");
    addParameters(command);
    List<GroupedOptions.Group> groups = GroupedOptions.groupsOf(command);
    groups.stream().filter(group -> !isShared(group)).forEach(group -> addGroup(group, command));
    addLinks(groups.stream().filter(this::isShared).toList());
    addFooter(command);
    visible(command).forEach(this::addCommand);
  }

  private void addLinks(List<GroupedOptions.Group> shared) {
    if (!shared.isEmpty()) {
      page.append("And: ");
      page.append(
          shared.stream().map(group -> link(titleOf(group))).collect(Collectors.joining(", ")));
      page.append(".\n\n");
    }
  }

  private void addSharedGroups() {
    page.append("## Options of several commands\n\n");
    users.keySet().stream().filter(this::isShared).forEach(this::addSharedGroup);
  }

  private void addSharedGroup(GroupedOptions.Group group) {
    page.append("### ").append(titleOf(group)).append("\n\nOf ");
    page.append(
        users.get(group).stream().map(CommandReference::link).collect(Collectors.joining(", ")));
    page.append(".\n\n").append(TABLE_HEAD);
    group.options().forEach(option -> addRow(nameOf(option), option));
    page.append('\n');
  }

  /** The heading, with the commands where two groups of different options have the same. */
  private String titleOf(GroupedOptions.Group group) {
    List<GroupedOptions.Group> namesakes =
        users.keySet().stream()
            .filter(this::isShared)
            .filter(other -> other.heading().equals(group.heading()))
            .toList();
    String title = plain(group.heading());
    return namesakes.size() == 1 ? title : title + " " + (namesakes.indexOf(group) + 1);
  }

  private static String link(String title) {
    String anchor = title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "").replace(' ', '-');
    return "[" + title + "](#" + anchor + ")";
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

  private void addGroup(GroupedOptions.Group group, CommandSpec command) {
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
    boolean required = argument.required() && argument.group() == null;
    page.append(required ? " Required." : "").append(" |\n");
  }

  private void addFooter(CommandSpec command) {
    String[] footer = command.usageMessage().footer();
    if (footer.length == 0 || Arrays.equals(footer, root.usageMessage().footer())) {
      return; // every command has that of the program unless it has its own
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

  /** As Markdown shows it unchanged. */
  private static String cell(String text) {
    return formatted(text)
        .replace("|", "\\|")
        .replaceAll("<(?=\\w)", "\\\\<")
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
