package dev.sluice.control.cli;

import dev.sluice.jms.destination.DestinationPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which topic messages go to or come from. */
@Command(optionListHeading = "%nDestinations:%n")
final class TopicOptions {

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--topic",
      order = 41,
      paramLabel = "NAME",
      defaultValue = "SLUICE",
      description = "The topic, or the front part of the topics' names (default ${DEFAULT-VALUE}).")
  String topic;

  @Option(
      names = "--topics",
      order = 44,
      paramLabel = "FIRST..LAST",
      converter = RangeConverter.class,
      description = "Spread workers over the topics NAMEfirst to NAMElast.")
  RangeConverter.Range topics;

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
      description = "round-robin (the default), or random: any one, once for each worker.")
  Spread order;

  DestinationPlan topics() {
    return spread().plan(command, "--topic", topic).asTopics();
  }

  /** One line for a dry run. */
  String describe() {
    return "topic " + spread().describe(topic);
  }

  private Numbered spread() {
    return new Numbered("--topics", topics, "--topic-start", start, order);
  }
}
