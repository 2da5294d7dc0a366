package dev.sluice.control.cli.option.workload;

import dev.sluice.control.cli.option.Numbers;
import dev.sluice.jms.destination.DestinationPlan;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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

  @Option(
      names = "--topics",
      order = 44,
      paramLabel = "FIRST..LAST",
      converter = NumberedDestinations.RangeConverter.class,
      description = "Spread workers over the topics NAMEfirst to NAMElast.")
  NumberedDestinations.Range topics;

  @Option(
      names = "--topic-start",
      order = 45,
      paramLabel = "N",
      converter = Numbers.NotNegative.class,
      description = "The number of the first worker's topic (default: FIRST).")
  Long start;

  @Option(
      names = "--topic-order",
      order = 46,
      paramLabel = "ORDER",
      defaultValue = "round-robin",
      description = "round-robin (the default) or random, chosen once for each worker.")
  NumberedDestinations.Spread order;

  public DestinationPlan topics() {
    return spread().plan(command, "--topic", topic).asTopics();
  }

  /** Messages are published to a topic, and not to all that a pattern stands for. */
  public void rejectWildcards() {
    if (WILDCARD.matcher(topic).find()) {
      throw new ParameterException(
          command.commandLine(),
          "Invalid value for option '--topic': '"
              + topic
              + "': only subscribers can use wildcards; name one topic");
    }
  }

  /** One line for a dry run. */
  public String describe() {
    return "topic " + spread().describe(topic);
  }

  private NumberedDestinations spread() {
    return new NumberedDestinations("--topics", topics, "--topic-start", start, order);
  }
}
