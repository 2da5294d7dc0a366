package dev.sluice.control.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Lists the options of a command under the headings of the mixins they come from (a mixin's option
 * list heading), in the order of their options, the command's own last.
 */
final class GroupedOptions implements IHelpSectionRenderer {

  @Override
  public String render(Help help) {
    CommandSpec command = help.commandSpec();
    Set<OptionSpec> left = new LinkedHashSet<>(command.options());
    StringBuilder text = new StringBuilder();
    List<CommandSpec> mixins = mixinsOf(command);
    mixins.sort(Comparator.comparingInt(GroupedOptions::firstOrder));
    for (CommandSpec mixin : mixins) {
      List<OptionSpec> options = new ArrayList<>(mixin.options());
      mixinsOf(mixin).forEach(inner -> options.removeAll(inner.options()));
      left.removeAll(options);
      text.append(mixin.usageMessage().optionListHeading()).append(list(help, options));
    }
    text.append("%nOptions:%n").append(list(help, new ArrayList<>(left)));
    return text.toString().replace("%n", System.lineSeparator());
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

  private static int firstOrder(CommandSpec mixin) {
    return mixin.options().stream().mapToInt(OptionSpec::order).min().orElse(0);
  }

  private static String list(Help help, List<OptionSpec> options) {
    Help.Layout layout = help.createDefaultLayout();
    options.stream()
        .filter(option -> !option.hidden())
        .sorted((a, b) -> Integer.compare(a.order(), b.order()))
        .forEach(option -> layout.addOption(option, help.createDefaultParamLabelRenderer()));
    return layout.toString();
  }
}
