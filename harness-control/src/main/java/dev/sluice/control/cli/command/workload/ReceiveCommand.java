package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.message.DeliveryOptions;
import dev.sluice.control.cli.option.message.SelectorOptions;
import dev.sluice.control.cli.option.workload.DestinationOptions;
import dev.sluice.control.cli.option.workload.ListenerOptions;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.ConsumerPlan;
import dev.sluice.jms.destination.SubscriptionPlan;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.Receivers;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Gets messages. */
@Command(
    name = "receive",
    description = "Receive messages, as fast as they come or at a rate.",
    footerHeading = "%nExamples:%n",
    footer = "  sluice receive --queue REQUEST --threads 4 --duration 30s")
public final class ReceiveCommand extends WorkloadCommand {

  @Mixin DestinationOptions destinations;

  @Mixin SelectorOptions selectors;

  @Mixin ListenerOptions listening;

  @Mixin DeliveryOptions delivery;

  @Override
  public String workloadName() {
    return "receivers";
  }

  @Override
  public boolean outlastsOthers() {
    return true;
  }

  @Override
  WorkerFactory workers(JmsProvider jms, Delivery deliveries) {
    ArrivalChecking checking =
        checkedBy(
            delivery.checking(deliveries, Receivers.ofQueues(destinations.destinations(), jms)));
    ConsumerPlan intake =
        new ConsumerPlan(
            destinations.destinations(), selectors.plan(options.id), SubscriptionPlan.PLAIN);
    return listening.workers(session.settings(jms), intake, workload, checking);
  }

  @Override
  public boolean paceable() {
    return !listening.listener;
  }

  @Override
  List<String> describeWorkers() {
    return List.of(
        "receive from " + destinations.describe() + listening.describe(),
        "session      " + session.describe(),
        "delivery     " + delivery.describe());
  }
}
