package dev.sluice.control.cli;

import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.worker.Outgoing;
import dev.sluice.jms.worker.Sender;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Puts messages. */
@Command(
    name = "send",
    description = "Send messages, at a rate that can be changed while the run goes on.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  sluice send --threads 4 --rate 100 --duration 30s",
      "  sluice send --provider artemis --url tcp://broker:61616 --queue REQUEST \\",
      "      --size 2KiB --threads 180 --rate 1 --control 4444",
      "  sluice send --provider ibmmq --ccdt ccdt/UC01.json --qmgr '*UC01QM' \\",
      "      --reconnect any --app-name mqperf.senders --threads 180 \\",
      "      --queue REQUEST --queues 1..1 --size 2KiB --rate 1 --control 4444"
    })
final class SendCommand extends WorkloadCommand {

  @Mixin DestinationOptions destinations;

  @Mixin DeliveryOptions delivery;

  @Option(
      names = "--size",
      order = 304,
      paramLabel = "BYTES",
      defaultValue = "1000",
      converter = SizeConverter.class,
      description = "Size of the message body: 2048, 2KiB, 4MB (default ${DEFAULT-VALUE}).")
  int sizeBytes;

  @Option(
      names = "--message",
      order = 305,
      paramLabel = "KIND",
      defaultValue = "bytes",
      description = "bytes or text (default ${DEFAULT-VALUE}).")
  BodyKind kind;

  @Option(names = "--persistent", order = 306, description = "Send persistent messages.")
  boolean persistent;

  @Override
  String workloadName() {
    return "senders";
  }

  @Override
  WorkerFactory workers(JmsProvider jms) {
    return Sender.factory(
        new Sender.Settings(
            session.settings(jms),
            destinations.destinations(),
            new Outgoing(
                new MessageSpec(kind, sizeBytes),
                PutOptions.of(persistent),
                delivery.stamping(options.id))));
  }

  @Override
  List<String> describeWorkers() {
    return List.of(
        "send to      " + destinations.describe(),
        "session      " + session.describe(),
        "message      " + sizeBytes + " bytes, " + (persistent ? "persistent" : "non-persistent"),
        "delivery     " + delivery.describe());
  }
}
