package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.message.DeliveryOptions;
import dev.sluice.control.cli.option.message.MessageOptions;
import dev.sluice.control.cli.option.workload.ProducerOptions;
import dev.sluice.control.cli.option.workload.TopicOptions;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.worker.OutgoingMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
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
public final class PublishCommand extends WorkloadCommand {

  @Mixin TopicOptions topics;

  @Mixin MessageOptions messages;

  @Mixin ProducerOptions producers;

  @Mixin DeliveryOptions delivery;

  @Override
  public String workloadName() {
    return "publishers";
  }

  @Override
  WorkerFactory workers(JmsProvider jms, Delivery deliveries) {
    topics.rejectWildcards();
    OutgoingMessage outgoing =
        messages.outgoing(options.id, delivery.stamping(deliveries, options.id));
    return producers.workers(session.settings(jms), topics.topics(), outgoing, workload, delivery);
  }

  @Override
  List<String> describeWorkers() {
    List<String> lines = new ArrayList<>();
    lines.add("publish to   " + topics.describe());
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
