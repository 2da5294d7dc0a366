package dev.sluice.control.cli;

import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.worker.SenderFactory;
import dev.sluice.jms.worker.SenderSettings;
import java.util.List;
import picocli.CommandLine.Command;
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

  @Option(
      names = "--size",
      order = 54,
      paramLabel = "BYTES",
      defaultValue = "1000",
      converter = SizeConverter.class,
      description = "Size of the message body: 2048, 2KiB, 4MB (default ${DEFAULT-VALUE}).")
  int sizeBytes;

  @Option(
      names = "--message",
      order = 55,
      paramLabel = "KIND",
      defaultValue = "bytes",
      description = "bytes or text (default ${DEFAULT-VALUE}).")
  BodyKind kind;

  @Option(names = "--persistent", order = 56, description = "Send persistent messages.")
  boolean persistent;

  @Override
  String workloadName() {
    return "senders";
  }

  @Override
  WorkerFactory workers(JmsProvider jms) {
    return new SenderFactory(
        new SenderSettings(
            jms,
            destinations.destinations(),
            new MessageSpec(kind, sizeBytes),
            persistent,
            destinations.transaction()));
  }

  @Override
  List<String> describeWorkers() {
    return List.of(
        "send to      " + destinations.describe(),
        "message      " + sizeBytes + " bytes, " + (persistent ? "persistent" : "non-persistent"));
  }
}
