package dev.sluice.control.cli;

import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.delivery.ArrivalChecking;
import dev.sluice.jms.delivery.SendStamping;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.worker.Outgoing;
import dev.sluice.jms.worker.PutGet;
import dev.sluice.jms.worker.ReconnectTimer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Times outages. */
@Command(
    name = "reconnect-timer",
    description = {
      "Put messages and get them back, and time outages: from the last call that worked to the",
      "first that worked again."
    },
    footerHeading = "%nExample:%n",
    footer = "  sluice reconnect-timer --queue REQUEST --threads 4 --rate 100 --transacted")
final class ReconnectTimerCommand extends WorkloadCommand {

  @Mixin DestinationOptions destinations;

  @Mixin MessageOptions messages;

  @Mixin RoundTripOptions trips;

  @Option(
      names = "--unidentified-producer",
      order = 311,
      description = "Say with each message where it goes, rather than once.")
  boolean unidentified;

  @Option(
      names = "--selector-property",
      order = 320,
      paramLabel = "NAME",
      description =
          "Know the worker's own messages by this string property, rather than by --reply-correlation.")
  String property;

  @Override
  String workloadName() {
    return "reconnect-timers";
  }

  @Override
  WorkerFactory workers(JmsProvider jms) {
    Outgoing outgoing = messages.outgoing(options.id, SendStamping.OFF);
    PutGet.Settings settings =
        new PutGet.Settings(
            trips.trip(
                session.settings(jms),
                unidentified ? outgoing.byUnidentifiedProducer() : outgoing,
                ArrivalChecking.OFF),
            destinations.destinations(),
            trips.match,
            Optional.ofNullable(property));
    return ReconnectTimer.factory(settings, command.commandLine().getOut()::println);
  }

  @Override
  List<String> describeWorkers() {
    List<String> lines = new ArrayList<>();
    lines.add("put and get  " + destinations.describe());
    lines.add("answers      by " + Words.of(trips.match));
    lines.add("session      " + session.describe());
    lines.addAll(messages.describe(options.id));
    return lines;
  }
}
