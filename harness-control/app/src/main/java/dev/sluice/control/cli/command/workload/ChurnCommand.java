package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.Converters;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.worker.Churn;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Connects over and over. */
@WorkloadTraits(name = "churners")
@Command(
    description = "Connect and disconnect repeatedly, and time it.",
    footer = "  sluice churn --threads 10 --rate 5 --cycle connection")
public final class ChurnCommand extends WorkloadCommand {

  @Option(
      names = "--cycle",
      paramLabel = "WHAT",
      description =
          "Close and open again: connection (with its session, the default) "
              + "or session (the connection stays open).")
  Churn.Cycle cycle = Churn.Cycle.CONNECTION;

  @Override
  WorkerFactory workers(String name, JmsProvider jms, Delivery deliveries) {
    excludes(
        "--cycle connection",
        "--share-connection",
        session.connections() > 0 && cycle == Churn.Cycle.CONNECTION);
    return Churn.factory(session.settings(jms), cycle);
  }

  @Override
  List<String> describePlaces() {
    return List.of("cycle        " + Converters.word(cycle));
  }
}
