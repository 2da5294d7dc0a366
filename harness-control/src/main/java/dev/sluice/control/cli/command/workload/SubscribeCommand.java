package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.message.DeliveryOptions;
import dev.sluice.control.cli.option.message.SelectorOptions;
import dev.sluice.control.cli.option.workload.ListenerOptions;
import dev.sluice.control.cli.option.workload.SubscriptionOptions;
import dev.sluice.control.cli.option.workload.TopicOptions;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.ConsumerPlan;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.Receivers;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Gets messages from topics. */
@Command(
    name = "subscribe",
    description = "Receive messages from topics; each worker has a subscription.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  sluice subscribe --topic PRICES --topics 1..10 --threads 10 --listener",
      "  sluice subscribe --topic PRICES --durable --client-id prices --threads 4"
    })
public final class SubscribeCommand extends WorkloadCommand {

  @Mixin TopicOptions topics;

  @Mixin SubscriptionOptions subscriptions;

  @Mixin SelectorOptions selectors;

  @Mixin ListenerOptions listening;

  @Mixin DeliveryOptions delivery;

  @Override
  public String workloadName() {
    return "subscribers";
  }

  @Override
  public boolean outlastsOthers() {
    return true;
  }

  @Override
  WorkerFactory workers(JmsProvider jms, Delivery deliveries) {
    ArrivalChecking checking =
        checkedBy(
            delivery.checking(
                deliveries,
                subscriptions.shared
                    ? Receivers.ofSubscription(subscriptions.name, topics.topics())
                    : Receivers.SUBSCRIBERS));
    ConsumerPlan intake =
        new ConsumerPlan(topics.topics(), selectors.plan(options.id), subscriptions.plan(session));
    return listening.workers(session.settings(jms), intake, workload, checking);
  }

  @Override
  public boolean paceable() {
    return !listening.listener;
  }

  @Override
  List<String> describeWorkers() {
    return List.of(
        "subscribe to " + topics.describe() + subscriptions.describe() + listening.describe(),
        "session      " + session.describe(),
        "delivery     " + delivery.describe());
  }
}
