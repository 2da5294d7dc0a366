package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.message.DeliveryOptions;
import dev.sluice.control.cli.option.message.SelectorOptions;
import dev.sluice.control.cli.option.workload.ListenerOptions;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.ConsumerPlan;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.destination.SubscriptionPlan;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.Receivers;
import java.util.List;
import picocli.CommandLine.Mixin;

/** Workers that get messages. */
abstract class ConsumerCommand extends WorkloadCommand {

  @Mixin SelectorOptions selectors;

  @Mixin ListenerOptions listening;

  @Mixin DeliveryOptions delivery;

  /** The destinations that messages come from. */
  abstract DestinationPlan destinations();

  /** Which of the workers may get a message. */
  abstract Receivers receivers(JmsProvider jms);

  abstract SubscriptionPlan subscription();

  /** The line of a dry run about the destinations. */
  abstract String describeDestinations();

  @Override
  public final boolean outlastsOthers() {
    return true;
  }

  @Override
  final WorkerFactory workers(JmsProvider jms, Delivery deliveries) {
    ArrivalChecking checking = checkedBy(delivery.checking(deliveries, receivers(jms)));
    ConsumerPlan consumers =
        new ConsumerPlan(destinations(), selectors.plan(options.id), subscription());
    return listening.workers(session.settings(jms), consumers, workload, checking);
  }

  @Override
  public final boolean paceable() {
    return !listening.listener;
  }

  @Override
  final List<String> describePlaces() {
    return List.of(describeDestinations() + listening.describe());
  }

  @Override
  final List<String> describeMessages() {
    return List.of("delivery     " + delivery.describe());
  }
}
