package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.workload.TopicOptions;
import dev.sluice.jms.destination.DestinationPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Puts messages to topics. */
@Command(
    name = "publish",
    description = "Publish messages to topics.",
    footerHeading = "%nExample:%n",
    footer = {
      "  sluice publish --topic PRICES --topics 1..10 --threads 10 --rate 100 \\",
      "      --selector-property region --selector-values 4"
    })
public final class PublishCommand extends ProducerCommand {

  @Mixin TopicOptions topics;

  @Override
  public String workloadName() {
    return "publishers";
  }

  @Override
  DestinationPlan destinations() {
    topics.rejectWildcards();
    return topics.topics();
  }

  @Override
  String describeDestinations() {
    return "publish to   " + topics.describe();
  }
}
