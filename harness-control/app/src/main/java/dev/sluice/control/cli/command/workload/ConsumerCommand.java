package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.message.DeliveryOptions;
import dev.sluice.control.cli.option.message.SelectorOptions;
import dev.sluice.control.cli.option.workload.DestinationOptions;
import dev.sluice.control.cli.option.workload.ListenerOptions;
import dev.sluice.control.cli.option.workload.SubscriptionOptions;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.ConsumerPlan;
import dev.sluice.jms.destination.SelectorPlan;
import dev.sluice.jms.destination.SubscriptionPlan;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.Receivers;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Workers that get messages. */
public abstract class ConsumerCommand extends WorkloadCommand {

  @Mixin SelectorOptions selectors;

  @Mixin ListenerOptions listening;

  @Mixin DeliveryOptions delivery;

  /** What is received, apart from the selectors. */
  abstract ConsumerPlan intake(SelectorPlan selected);

  /** Which of the workers may get a message. */
  abstract Receivers receivers(JmsProvider jms);

  @Override
  final WorkerFactory workers(String name, JmsProvider jms, Delivery deliveries) {
    ArrivalChecking checking = checkedBy(delivery.checking(deliveries, name, receivers(jms)));
    return listening.workers(
        session.settings(jms), intake(selectors.plan(options.id)), workload, checking);
  }

  @Override
  public final boolean paceable() {
    return !listening.listener;
  }

  @Override
  final List<String> describeMessages() {
    return List.of("delivery     " + delivery.describe());
  }

  /** Gets messages. */
  @WorkloadTraits(name = "receivers", outlastsOthers = true, puts = 0, gets = 1)
  @Command(
      description = "Receive messages, as fast as they come or at a rate.",
      footer = "  sluice receive --queue REQUEST --threads 4 --duration 30s")
  public static final class Receive extends ConsumerCommand {

    @Mixin DestinationOptions.Queue destinations;

    @Override
    ConsumerPlan intake(SelectorPlan selected) {
      return new ConsumerPlan(destinations.queues(), selected, SubscriptionPlan.PLAIN);
    }

    @Override
    Receivers receivers(JmsProvider jms) {
      return Receivers.ofQueues(destinations.queues(), jms);
    }

    @Override
    List<String> describePlaces() {
      return List.of("receive from " + destinations.describe() + listening.describe());
    }
  }

  /** Gets messages from topics. */
  @WorkloadTraits(name = "subscribers", outlastsOthers = true)
  @Command(
      description = "Receive messages from topics; each worker has a subscription.",
      footer = {
        "  sluice subscribe --topic PRICES --topics 1..10 --threads 10 --listener",
        "  sluice subscribe --topic PRICES --durable --client-id prices --threads 4"
      })
  public static final class Subscribe extends ConsumerCommand {

    @Mixin DestinationOptions.Topic topics;

    @Mixin SubscriptionOptions subscriptions;

    @Override
    ConsumerPlan intake(SelectorPlan selected) {
      return new ConsumerPlan(topics.topics(), selected, subscriptions.plan(session));
    }

    @Override
    Receivers receivers(JmsProvider jms) {
      Receivers receivers =
          subscriptions.shared
              ? Receivers.ofSubscription(subscriptions.name, topics.topics())
              : Receivers.ofTopics(topics.topics());
      return receivers.by(intake(SelectorPlan.ALL), session.settings(jms));
    }

    @Override
    List<String> describePlaces() {
      return List.of(
          "subscribe to " + topics.describe() + subscriptions.describe() + listening.describe());
    }
  }
}
