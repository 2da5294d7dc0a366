package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.message.DeliveryOptions;
import dev.sluice.control.cli.option.workload.DestinationOptions;
import dev.sluice.control.cli.option.workload.ProducerOptions;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.Senders;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Workers that put messages. */
public abstract class ProducerCommand extends MessageCommand {

  @Mixin ProducerOptions producers;

  @Mixin DeliveryOptions delivery;

  /** The destinations that messages go to. */
  abstract DestinationPlan destinations();

  @Override
  final WorkerFactory workers(String name, JmsProvider jms, Delivery deliveries) {
    return producers.workers(
        session.settings(jms),
        destinations(),
        messages.outgoing(
            options.id,
            delivery.stamping(deliveries, name, options.id, Senders.to(destinations(), jms)),
            workload.mix(name)),
        workload,
        delivery);
  }

  @Override
  final List<String> describeMessages() {
    List<String> lines = new ArrayList<>(super.describeMessages());
    lines.add("delivery     " + delivery.describe());
    return lines;
  }

  /** Puts messages. */
  @WorkloadTraits(name = "senders", puts = 1, gets = 0)
  @Command(
      description = "Send messages at a rate that you can change during the run.",
      footer = "  sluice send --threads 4 --rate 100 --duration 30s")
  public static final class Send extends ProducerCommand {

    @Mixin DestinationOptions.Queue destinations;

    @Override
    DestinationPlan destinations() {
      return destinations.queues();
    }

    @Override
    List<String> filledQueues() {
      return destinations().names();
    }

    @Override
    List<String> describePlaces() {
      return List.of("send to      " + destinations.describe());
    }
  }

  /** Puts messages to topics. */
  @WorkloadTraits(name = "publishers")
  @Command(
      description = "Publish messages to topics.",
      footer = {
        "  sluice publish --topic PRICES --topics 1..10 --threads 10 --rate 100 \\",
        "      --selector-property region --selector-values 4"
      })
  public static final class Publish extends ProducerCommand {

    @Mixin DestinationOptions.Topic topics;

    @Override
    DestinationPlan destinations() {
      return topics.publishedTo();
    }

    @Override
    List<String> describePlaces() {
      return List.of("publish to   " + topics.describe());
    }
  }
}
