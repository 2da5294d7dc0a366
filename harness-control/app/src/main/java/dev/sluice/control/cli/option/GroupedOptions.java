package dev.sluice.control.cli.option;

import dev.sluice.jms.provider.ProviderOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Lists the options of a command under the headings of the mixins they come from (a mixin's option
 * list heading), the command's own after all but those of a fleet. A command that runs a workload
 * lists only what most lines need, and says that {@code --help-all} lists the rest.
 */
public final class GroupedOptions implements IHelpSectionRenderer {

  private static final String OWN_HEADING = "%nOptions:%n";

  /** What options are about, in the order of the help; the empty word stands for any other. */
  private static final List<String> SUBJECTS =
      List.of(
          "Workers and their rate",
          "The run",
          "Other sources of commands",
          "Destinations",
          "Sending",
          "Receiving",
          "Replies",
          "Subscriptions",
          "Sessions",
          "Messages",
          "Provider",
          "",
          "Selectors",
          "Output",
          "Delivery",
          "Options",
          "The agents of a run",
          "The fleet",
          "Leases of a fleet");

  /** Asks for all options. */
  public static final String ALL = "--help-all";

  /** A command that has it runs a workload. */
  private static final String PROVIDER = "--provider";

  /** The options of most command lines besides the provider's own, in this order. */
  private static final List<String> COMMON =
      List.of(
          "--queue",
          "--topic",
          "--request-queue",
          "--reply-queue",
          "--threads",
          "--rate",
          "--size",
          "--persistent",
          "--duration",
          "--control",
          "--page",
          "--out");

  /**
   * Options that are about the same.
   *
   * @param heading in picocli's notation
   * @param options those that are shown, in the order of their declaration
   */
  public record Group(String heading, List<OptionSpec> options) {

    private static Group of(String heading, Set<OptionSpec> options) {
      return new Group(heading, options.stream().filter(option -> !option.hidden()).toList());
    }
  }

  @Override
  public String render(Help help) {
    CommandSpec command = help.commandSpec();
    if (command.findOption(PROVIDER) != null && !asksForAll(command)) {
      return common(help).replace("%n", System.lineSeparator());
    }
    StringBuilder text = new StringBuilder();
    for (Group group : groupsOf(command)) {
      text.append(group.heading()).append(list(help, group.options()));
    }
    return text.toString().replace("%n", System.lineSeparator());
  }

  private static boolean asksForAll(CommandSpec command) {
    ParseResult line = command.root().commandLine().getParseResult();
    return line != null && line.originalArgs().contains(ALL);
  }

  private static String common(Help help) {
    CommandSpec command = help.commandSpec();
    List<OptionSpec> options = new ArrayList<>();
    options.add(command.findOption(PROVIDER));
    command.options().stream()
        .filter(option -> option.userObject() instanceof ProviderOption<?> own && own.often())
        .forEach(options::add);
    COMMON.stream().map(command::findOption).forEach(options::add);
    options.removeIf(Objects::isNull);
    String all = command.qualifiedName() + " " + ALL;
    return "%nMost used options:%n" + list(help, options) + "%n'" + all + "' lists all options.%n";
  }

  /** The options of a command, each in one group. */
  public static List<Group> groupsOf(CommandSpec command) {
    Set<OptionSpec> left = new LinkedHashSet<>(command.options());
    List<Group> groups = new ArrayList<>();
    List<CommandSpec> mixins = mixinsOf(command);
    for (CommandSpec mixin : mixins) {
      Set<OptionSpec> options = new LinkedHashSet<>(mixin.options());
      mixinsOf(mixin).forEach(inner -> options.removeAll(inner.options()));
      left.removeAll(options);
      groups.add(Group.of(mixin.usageMessage().optionListHeading(), options));
    }
    groups.add(Group.of(OWN_HEADING, left));
    groups.sort(Comparator.comparingInt(GroupedOptions::place));
    return groups;
  }

  /** All that have a heading, also those inside others. */
  private static List<CommandSpec> mixinsOf(CommandSpec spec) {
    List<CommandSpec> mixins = new ArrayList<>();
    for (CommandSpec mixin : spec.mixins().values()) {
      if (!mixin.usageMessage().optionListHeading().isEmpty()) {
        mixins.add(mixin);
      }
      mixins.addAll(mixinsOf(mixin));
    }
    return mixins;
  }

  private static int place(Group group) {
    String subject = group.heading().replaceAll("%n|:", "");
    return SUBJECTS.indexOf(SUBJECTS.contains(subject) ? subject : "");
  }

  private static String list(Help help, List<OptionSpec> options) {
    Help.Layout layout = help.createDefaultLayout();
    options.forEach(option -> layout.addOption(option, help.createDefaultParamLabelRenderer()));
    return layout.toString();
  }
}
