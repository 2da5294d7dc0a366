package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.workload.ReceiveOptions;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.worker.DeadLetterMonitor;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Takes dead letters and says why they are dead. */
@WorkloadTraits(name = "dead-letter-monitors")
@Command(
    description = "Take messages off a dead-letter or backout queue, and count them by reason.",
    footer = "  sluice dead-letter --queue DLQ")
public final class DeadLetterCommand extends WorkloadCommand {

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "The dead-letter queue (default: the one that the provider's brokers use).")
  String queue;

  @Mixin ReceiveOptions receive;

  @Override
  WorkerFactory workers(String name, JmsProvider jms, Delivery deliveries) {
    if (queue != null && queue.isBlank()) {
      throw invalid("--queue", "it must not be empty");
    }
    DestinationPlan from = DestinationPlan.of(queue == null ? jms.deadLetterQueue() : queue);
    return DeadLetterMonitor.factory(
        new DeadLetterMonitor.Settings(session.settings(jms), from, receive.timeout()),
        out()::println);
  }

  @Override
  boolean waitsForMessages() {
    return true;
  }

  @Override
  List<String> describePlaces() {
    return List.of("dead letters " + (queue == null ? "of the provider's queue" : queue));
  }
}
