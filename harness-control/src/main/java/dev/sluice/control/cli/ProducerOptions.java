package dev.sluice.control.cli;

import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.worker.AsyncSender;
import dev.sluice.jms.worker.Outgoing;
import dev.sluice.jms.worker.Sender;
import dev.sluice.jms.worker.ValueProperty;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How messages are put. */
final class ProducerOptions {

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Mixin ValueOptions values;

  @Option(
      names = "--async-send",
      order = 310,
      paramLabel = "WINDOW",
      converter = Numbers.AtLeastOne.class,
      description =
          "Do not wait for the broker's answer to each message; so many at most are without one."
              + " Latency is until the answer.")
  Integer window;

  @Option(
      names = "--unidentified-producer",
      order = 311,
      description = "Say with each message where it goes, rather than once.")
  boolean unidentified;

  /** The workers that put in that way. */
  WorkerFactory workers(
      SessionSettings session, DestinationPlan to, Outgoing outgoing, WorkloadOptions workload) {
    Optional<ValueProperty> property = values.property();
    if (window == null) {
      return Sender.factory(
          new Sender.Settings(
              session, to, unidentified ? outgoing.byUnidentifiedProducer() : outgoing, property));
    }
    refuse(session.settles(), "--transacted' or '--ack client");
    refuse(unidentified, "--unidentified-producer");
    refuse(property.isPresent(), "--selector-property");
    refuse(workload.count != 0, "--count");
    return AsyncSender.factory(new AsyncSender.Settings(session, to, outgoing, window));
  }

  private void refuse(boolean given, String other) {
    if (given) {
      throw new ParameterException(
          command.commandLine(), "'--async-send' cannot be used together with '" + other + "'");
    }
  }
}
