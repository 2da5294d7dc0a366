package dev.sluice.control.cli.option.workload;

import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.jms.destination.DestinationPlan;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which topic messages go to or come from. */
@Command(optionListHeading = "%nDestinations:%n")
public final class TopicOptions {

  /** A level of a name that stands for others, in any provider's way to write that. */
  private static final Pattern WILDCARD = Pattern.compile("(^|[/.])[#+*>]($|[/.])");

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--topic",
      order = 41,
      paramLabel = "NAME",
      defaultValue = "SLUICE",
      description = "The topic, or the prefix of the topics' names (default ${DEFAULT-VALUE}).")
  String topic;

  private final Numbering numbering = new Numbering("topic");

  @Mixin CommandSpec numbers = numbering.group();

  public DestinationPlan topics() {
    return numbering.plan(command, "--topic", topic).asTopics();
  }

  /** Messages are published to a topic, and not to all that a pattern stands for. */
  public void rejectWildcards() {
    if (WILDCARD.matcher(topic).find()) {
      throw new OptionRules(command)
          .invalid(
              "--topic", "'" + topic + "': only subscribers can use wildcards; name one topic");
    }
  }

  /** One line for a dry run. */
  public String describe() {
    return "topic " + numbering.describe(topic);
  }
}
