package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.message.DeliveryOptions;
import dev.sluice.control.cli.option.message.MessageOptions;
import dev.sluice.control.cli.option.workload.ProducerOptions;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.worker.OutgoingMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import picocli.CommandLine.Mixin;

/** Workers that put messages. */
abstract class ProducerCommand extends WorkloadCommand {

  @Mixin MessageOptions messages;

  @Mixin ProducerOptions producers;

  @Mixin DeliveryOptions delivery;

  /** The destinations that messages go to. */
  abstract DestinationPlan destinations();

  /** The line of a dry run about the destinations. */
  abstract String describeDestinations();

  @Override
  final WorkerFactory workers(JmsProvider jms, Delivery deliveries) {
    DestinationPlan destinations = destinations();
    OutgoingMessage outgoing =
        messages.outgoing(options.id, delivery.stamping(deliveries, options.id));
    return producers.workers(session.settings(jms), destinations, outgoing, workload, delivery);
  }

  @Override
  final List<String> describeWorkers() {
    List<String> lines = new ArrayList<>();
    lines.add(describeDestinations());
    lines.add("session      " + session.describe());
    lines.addAll(messages.describe(options.id));
    lines.add("delivery     " + delivery.describe());
    return lines;
  }

  @Override
  public final OptionalDouble meanBodyBytes() {
    return messages.meanBytes();
  }
}
