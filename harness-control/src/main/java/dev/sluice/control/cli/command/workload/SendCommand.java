package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.message.DeliveryOptions;
import dev.sluice.control.cli.option.message.MessageOptions;
import dev.sluice.control.cli.option.workload.DestinationOptions;
import dev.sluice.control.cli.option.workload.ProducerOptions;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.worker.OutgoingMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Puts messages. */
@Command(
    name = "send",
    description = "Send messages at a rate that you can change during the run.",
    footerHeading = "%nExamples:%n",
    footer = "  sluice send --threads 4 --rate 100 --duration 30s")
public final class SendCommand extends WorkloadCommand {

  @Mixin DestinationOptions destinations;

  @Mixin MessageOptions messages;

  @Mixin ProducerOptions producers;

  @Mixin DeliveryOptions delivery;

  @Override
  public String workloadName() {
    return "senders";
  }

  @Override
  WorkerFactory workers(JmsProvider jms, Delivery deliveries) {
    OutgoingMessage outgoing =
        messages.outgoing(options.id, delivery.stamping(deliveries, options.id));
    return producers.workers(
        session.settings(jms), destinations.destinations(), outgoing, workload, delivery);
  }

  @Override
  List<String> filledQueues() {
    return destinations.destinations().names();
  }

  @Override
  List<String> describeWorkers() {
    List<String> lines = new ArrayList<>();
    lines.add("send to      " + destinations.describe());
    lines.add("session      " + session.describe());
    lines.addAll(messages.describe(options.id));
    lines.add("delivery     " + delivery.describe());
    return lines;
  }

  @Override
  public OptionalDouble meanBodyBytes() {
    return messages.meanBytes();
  }
}
