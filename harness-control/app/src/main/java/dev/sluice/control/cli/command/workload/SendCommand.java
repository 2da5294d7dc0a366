package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.workload.DestinationOptions;
import dev.sluice.jms.destination.DestinationPlan;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Puts messages. */
@Command(
    name = "send",
    description = "Send messages at a rate that you can change during the run.",
    footerHeading = "%nExamples:%n",
    footer = "  sluice send --threads 4 --rate 100 --duration 30s")
public final class SendCommand extends ProducerCommand {

  @Mixin DestinationOptions destinations;

  @Override
  public String workloadName() {
    return "senders";
  }

  @Override
  DestinationPlan destinations() {
    return destinations.destinations();
  }

  @Override
  List<String> filledQueues() {
    return destinations().names();
  }

  @Override
  String describeDestinations() {
    return "send to      " + destinations.describe();
  }
}
