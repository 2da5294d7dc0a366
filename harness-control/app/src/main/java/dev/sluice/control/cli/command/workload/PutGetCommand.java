package dev.sluice.control.cli.command.workload;

import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.worker.PutGet;
import picocli.CommandLine.Command;

/** Puts messages and gets them back. */
@Command(
    name = "put-get",
    description = "Put messages and get them back from the same queue.",
    footerHeading = "%nExample:%n",
    footer = "  sluice put-get --queue REQUEST --threads 4 --rate 100 --transacted")
public final class PutGetCommand extends OwnMessagesCommand {

  @Override
  public String workloadName() {
    return "put-getters";
  }

  @Override
  WorkerFactory workers(JmsProvider jms, Delivery deliveries) {
    return PutGet.factory(ownMessages(jms));
  }
}
