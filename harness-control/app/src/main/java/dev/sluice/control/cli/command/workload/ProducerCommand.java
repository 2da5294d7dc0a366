package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.message.DeliveryOptions;
import dev.sluice.control.cli.option.workload.ProducerOptions;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.worker.OutgoingMessage;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;

/** Workers that put messages. */
abstract class ProducerCommand extends MessageCommand {

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
  final List<String> describePlaces() {
    return List.of(describeDestinations());
  }

  @Override
  final List<String> describeMessages() {
    List<String> lines = new ArrayList<>(super.describeMessages());
    lines.add("delivery     " + delivery.describe());
    return lines;
  }
}
