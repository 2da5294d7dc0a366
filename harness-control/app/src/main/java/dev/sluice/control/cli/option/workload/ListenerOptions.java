package dev.sluice.control.cli.option.workload;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.ConsumerPlan;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.ListeningReceiver;
import dev.sluice.jms.worker.Receiver;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whether messages are asked for or brought. */
@Command(optionListHeading = "%nReceiving:%n")
public final class ListenerOptions extends CommandPart {

  @Mixin ReceiveOptions receive;

  @Mixin WorkOptions working;

  @Option(
      names = "--listener",
      description = "Receive through a message listener. Listeners have no rate.")
  public boolean listener;

  @Option(
      names = "--consumers-per-worker",
      paramLabel = "N",
      converter = Converters.AtLeastOne.class,
      description =
          "Consumers of each worker, each on the next destination; needs --listener (default"
              + " ${DEFAULT-VALUE}).")
  int consumers = 1;

  /** The workers that receive in that way. */
  public WorkerFactory workers(
      SessionSettings session,
      ConsumerPlan intake,
      WorkloadOptions workload,
      ArrivalChecking checking) {
    requires("--listener", listener, "--consumers-per-worker", consumers > 1);
    if (!listener) {
      return Receiver.factory(
          new Receiver.Settings(session, intake, receive.timeout(), checking), working.work());
    }
    refuse(workload.rate != null, "--rate', '--total-rate' or '--profile");
    refuse(workload.disconnectEvery != 0, "--disconnect-every");
    excludes(
        "--consumers-per-worker", "--durable", consumers > 1 && intake.subscription().durable());
    excludes(
        "--consumers-per-worker", "--share-connection", consumers > 1 && session.connections() > 0);
    return ListeningReceiver.factory(
        new ListeningReceiver.Settings(session, intake, consumers, checking), working.work());
  }

  /** Words for a dry run. */
  public String describe() {
    return (listener ? ", by a listener" : "") + working.describe();
  }

  private void refuse(boolean given, String other) {
    if (given) {
      throw refusal("'--listener' has no rate: it cannot be used together with '" + other + "'");
    }
  }
}
