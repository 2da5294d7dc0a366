package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.workload.SubscriptionOptions;
import dev.sluice.control.cli.option.workload.TopicOptions;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.destination.SubscriptionPlan;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.Receivers;
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
public final class SubscribeCommand extends ConsumerCommand {

  @Mixin TopicOptions topics;

  @Mixin SubscriptionOptions subscriptions;

  @Override
  public String workloadName() {
    return "subscribers";
  }

  @Override
  DestinationPlan destinations() {
    return topics.topics();
  }

  @Override
  Receivers receivers(JmsProvider jms) {
    return subscriptions.shared
        ? Receivers.ofSubscription(subscriptions.name, topics.topics())
        : Receivers.SUBSCRIBERS;
  }

  @Override
  SubscriptionPlan subscription() {
    return subscriptions.plan(session);
  }

  @Override
  String describeDestinations() {
    return "subscribe to " + topics.describe() + subscriptions.describe();
  }
}
