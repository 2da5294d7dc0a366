package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.message.DeliveryOptions;
import dev.sluice.control.cli.option.message.MessageOptions;
import dev.sluice.control.cli.option.workload.PairOptions;
import dev.sluice.control.cli.option.workload.ReceiveOptions;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.Receivers;
import dev.sluice.jms.tracking.WorkloadTracking;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.Passing;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Workers that get a message from one queue and put one for it to another. */
abstract class PassingCommand extends WorkloadCommand {

  @Mixin PairOptions queues;

  @Mixin MessageOptions messages;

  @Mixin ReceiveOptions receive;

  @Mixin DeliveryOptions delivery;

  @Option(
      names = "--commit-between",
      order = 304,
      description = "With --transacted: also commit between get and put.")
  boolean commitBetween;

  /** Whether they put a message of their own, rather than the one that they got. */
  abstract boolean putsOwnMessages();

  /** Why options of message bodies are refused where they put no message of their own. */
  abstract String whyNoBodies();

  abstract WorkerFactory workers(Passing passing);

  @Override
  public final boolean outlastsOthers() {
    return true;
  }

  @Override
  final WorkerFactory workers(JmsProvider jms, Delivery deliveries) {
    session.requireTransactionsFor("--commit-between", commitBetween);
    if (!putsOwnMessages()) {
      messages.rejectBodies(whyNoBodies());
    }
    ArrivalChecking checking =
        checkedBy(delivery.checking(deliveries, Receivers.ofQueues(queues.requests(), jms)));
    OutgoingMessage outgoing =
        messages.outgoing(
            options.id,
            putsOwnMessages() ? delivery.stamping(deliveries, options.id) : WorkloadTracking.OFF);
    return workers(
        new Passing(
            session.settings(jms),
            queues.requests(),
            !putsOwnMessages(),
            outgoing,
            receive.timeout(),
            commitBetween,
            checking));
  }
}
