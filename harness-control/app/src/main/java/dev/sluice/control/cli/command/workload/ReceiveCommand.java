package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.workload.DestinationOptions;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.destination.SubscriptionPlan;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.Receivers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Gets messages. */
@Command(
    name = "receive",
    description = "Receive messages, as fast as they come or at a rate.",
    footerHeading = "%nExamples:%n",
    footer = "  sluice receive --queue REQUEST --threads 4 --duration 30s")
public final class ReceiveCommand extends ConsumerCommand {

  @Mixin DestinationOptions destinations;

  @Override
  public String workloadName() {
    return "receivers";
  }

  @Override
  DestinationPlan destinations() {
    return destinations.destinations();
  }

  @Override
  Receivers receivers(JmsProvider jms) {
    return Receivers.ofQueues(destinations(), jms);
  }

  @Override
  SubscriptionPlan subscription() {
    return SubscriptionPlan.PLAIN;
  }

  @Override
  String describeDestinations() {
    return "receive from " + destinations.describe();
  }
}
