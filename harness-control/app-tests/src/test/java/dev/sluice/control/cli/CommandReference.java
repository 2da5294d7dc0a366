package dev.sluice.control.cli;

import dev.sluice.control.cli.command.Commands;
import dev.sluice.control.cli.command.workload.WorkloadCommand;
import dev.sluice.control.cli.option.GroupedOptions;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** All commands and options as a page in Markdown, out of what the command line knows itself. */
final class CommandReference {

  private static final String INTRODUCTION =
      """
      # Command reference

          ./sluice send --help        # what most runs need
          ./sluice send --help-all    # all options, as here
          ./sluice help gate

      A test writes this page out of the commands themselves; do not edit it. Every command also has the options under
      [sluice](#sluice), and any option can stand in a file: `sluice send @options.txt`. Those of several commands stand
      once, at the end.

      """;

  /** Of options that stand with each command, though another may have the same. */
  private static final String OWN_TITLE = "Options";

  private static final String OF_LOADS = "Options of every load command";

  private final CommandSpec root;
  private final Map<OptionTable, List<String>> users = new LinkedHashMap<>();
  private final StringBuilder page = new StringBuilder(INTRODUCTION);

  private CommandReference(CommandSpec root) {
    this.root = root;
  }

  /** The page. */
  static String page() {
    PrintWriter nowhere = new PrintWriter(PrintWriter.nullWriter());
    CommandReference reference =
        new CommandReference(Commands.commandLine(nowhere, nowhere).getCommandSpec());
    reference.findUsers(reference.root);
    reference.addContents();
    reference.addCommand(reference.root);
    reference.addShared();
    return reference.page.toString().stripTrailing() + "\n";
  }

  private void findUsers(CommandSpec command) {
    for (OptionTable table : tablesOf(command)) {
      users.computeIfAbsent(table, any -> new ArrayList<>()).add(command.qualifiedName());
    }
    visible(command).forEach(this::findUsers);
  }

  private boolean isShared(OptionTable table) {
    return users.get(table).size() > 1 && !table.title().equals(OWN_TITLE);
  }

  private boolean isOfEveryLoad(OptionTable table) {
    return isShared(table) && users.get(table).containsAll(loads());
  }

  private List<String> loads() {
    return visible(root).stream()
        .filter(command -> command.userObject() instanceof WorkloadCommand)
        .map(CommandSpec::qualifiedName)
        .toList();
  }

  private void addContents() {
    page.append(links(visible(root).stream().map(CommandSpec::qualifiedName))).append("\n\n");
  }

  private static String links(Stream<String> headings) {
    return headings.map(MarkdownText::link).collect(Collectors.joining(", "));
  }

  private void addCommand(CommandSpec command) {
    page.append("## ").append(command.qualifiedName()).append("\n\n");
    page.append(MarkdownText.prose(String.join("\n", command.usageMessage().description())));
    page.append("\n\n    ").append(synopsis(command)).append("\n\n");
    List<OptionTable> tables = tablesOf(command);
    addOwn(command, tables.stream().filter(table -> !isShared(table)).toList());
    addLinks(tables.stream().filter(this::isShared).toList());
    addFooter(command);
    visible(command).forEach(this::addCommand);
  }

  /** Parameters and options in one table; a group with a title has its own. */
  private void addOwn(CommandSpec command, List<OptionTable> tables) {
    OptionTable rows = OptionTable.ofParameters(parametersOf(command));
    for (OptionTable table : tables) {
      String first = users.get(table).get(0);
      if (!table.title().equals(OWN_TITLE)) {
        page.append("**").append(table.title()).append("**\n\n").append(table);
      } else if (rows.isEmpty() && !first.equals(command.qualifiedName())) {
        page.append("Options as those of ").append(MarkdownText.link(first)).append(".\n\n");
      } else {
        rows = rows.and(table);
      }
    }
    page.append(rows.isEmpty() ? "" : rows);
  }

  private void addLinks(List<OptionTable> shared) {
    if (!shared.isEmpty()) {
      boolean isLoad =
          shared.containsAll(users.keySet().stream().filter(this::isOfEveryLoad).toList());
      Stream<String> titles =
          shared.stream().filter(table -> !isLoad || !isOfEveryLoad(table)).map(this::sharedTitle);
      page.append("Also: ");
      page.append(links(isLoad ? Stream.concat(Stream.of(OF_LOADS), titles) : titles));
      page.append(".\n\n");
    }
  }

  private void addShared() {
    page.append("## ").append(OF_LOADS).append("\n\n");
    List<OptionTable> shared = users.keySet().stream().filter(this::isShared).toList();
    shared.stream().filter(this::isOfEveryLoad).forEach(table -> addShared(table, loads()));
    page.append("## Options of several commands\n\n");
    shared.stream()
        .filter(table -> !isOfEveryLoad(table))
        .forEach(table -> addShared(table, List.of()));
  }

  private void addShared(OptionTable table, List<String> toldAlready) {
    List<String> others =
        users.get(table).stream().filter(user -> !toldAlready.contains(user)).toList();
    page.append("### ").append(sharedTitle(table)).append("\n\n");
    if (!others.isEmpty()) {
      page.append(toldAlready.isEmpty() ? "Of " : "Also of ");
      page.append(links(others.stream())).append(".\n\n");
    }
    page.append(table);
  }

  /** The title, with a number where several tables have the same. */
  private String sharedTitle(OptionTable table) {
    List<OptionTable> namesakes =
        users.keySet().stream()
            .filter(other -> isShared(other) && other.title().equals(table.title()))
            .toList();
    return namesakes.size() == 1
        ? table.title()
        : table.title() + " " + (namesakes.indexOf(table) + 1);
  }

  private void addFooter(CommandSpec command) {
    String[] footer = command.usageMessage().footer();
    if (footer.length == 0 || Arrays.equals(footer, root.usageMessage().footer())) {
      return; // a command without one has that of the program
    }
    page.append(MarkdownText.heading(command.usageMessage().footerHeading())).append("\n\n");
    for (String line : footer) {
      page.append(line.isEmpty() ? "" : "  ").append(MarkdownText.formatted(line)).append('\n');
    }
    page.append('\n');
  }

  private List<OptionTable> tablesOf(CommandSpec command) {
    return GroupedOptions.groupsOf(command).stream()
        .map(
            group ->
                OptionTable.of(
                    group.heading(),
                    group.options().stream()
                        .filter(option -> command == root || isOwn(option))
                        .toList()))
        .filter(table -> !table.isEmpty())
        .toList();
  }

  /** Not one that every command has from the program itself. */
  private static boolean isOwn(OptionSpec option) {
    return !option.inherited() && !option.usageHelp() && !option.versionHelp();
  }

  private static String synopsis(CommandSpec command) {
    return Stream.concat(
            Stream.of(
                command.qualifiedName(), "[OPTIONS]", visible(command).isEmpty() ? "" : "COMMAND"),
            parametersOf(command).stream().map(PositionalParamSpec::paramLabel))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(" "));
  }

  private static List<PositionalParamSpec> parametersOf(CommandSpec command) {
    return command.positionalParameters().stream()
        .filter(parameter -> !parameter.hidden())
        .toList();
  }

  private static List<CommandSpec> visible(CommandSpec command) {
    return new LinkedHashSet<>(command.subcommands().values())
        .stream()
            .map(CommandLine::getCommandSpec)
            .filter(subcommand -> !subcommand.usageMessage().hidden())
            .toList();
  }
}
