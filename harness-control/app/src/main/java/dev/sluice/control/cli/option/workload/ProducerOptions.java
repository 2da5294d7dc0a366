package dev.sluice.control.cli.option.workload;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.cli.option.message.DeliveryOptions;
import dev.sluice.control.cli.option.message.UnidentifiedOption;
import dev.sluice.control.cli.option.message.ValueOptions;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.ValueProperty;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.worker.AsyncSender;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.Sender;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How messages are put. */
@Command(optionListHeading = "%nSending:%n")
public final class ProducerOptions extends CommandPart {

  @Option(
      names = "--async-send",
      paramLabel = "WINDOW",
      converter = Converters.AtLeastOne.class,
      description =
          "Send without waiting for the broker's answer to each message; at most WINDOW "
              + "messages are unanswered. Latency is until the answer.")
  Integer window;

  @Mixin UnidentifiedOption unidentified;

  @Option(
      names = "--rotate",
      description =
          "Send each message to the next queue or topic of the range, starting with the "
              + "worker's own.")
  boolean rotates;

  @Mixin ValueOptions values;

  /** The workers that put in that way. */
  public WorkerFactory workers(
      SessionSettings session,
      DestinationPlan to,
      OutgoingMessage outgoing,
      WorkloadOptions workload,
      DeliveryOptions delivery) {
    checkRotation(to, delivery);
    Optional<ValueProperty> property = values.property();
    if (window == null) {
      return Sender.factory(
          new Sender.Settings(session, to, rotates, unidentified.applyTo(outgoing), property));
    }
    String async = "--async-send";
    excludes(async, "--transacted' or '--ack client", session.settles());
    excludes(async, "--unidentified-producer", unidentified.given);
    excludes(async, "--rotate", rotates);
    excludes(async, "--selector-property", property.isPresent());
    excludes(async, "--count", workload.count != 0);
    excludes(async, "--disconnect-every", workload.disconnectEvery != 0);
    return AsyncSender.factory(new AsyncSender.Settings(session, to, outgoing, window));
  }

  private void checkRotation(DestinationPlan to, DeliveryOptions delivery) {
    if (rotates && to.names().size() == 1) {
      throw refusal("'--rotate' needs a range of several queues or topics");
    }
    excludes("--rotate", "--unidentified-producer", rotates && unidentified.given);
    // who receives from one destination would miss what went to the others
    excludes("--rotate", "--verify", rotates && delivery.verify);
  }
}
