package dev.sluice.control.cli.command.workload;

import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.worker.ReconnectTimer;
import picocli.CommandLine.Command;

/** Times outages. */
@Command(
    name = "reconnect-timer",
    description = {
      "Put messages and get them back, and time outages.",
      "An outage lasts from the last call that worked to the first that worked again."
    },
    footerHeading = "%nExample:%n",
    footer = "  sluice reconnect-timer --queue REQUEST --threads 4 --rate 100 --transacted")
public final class ReconnectTimerCommand extends OwnMessagesCommand {

  @Override
  public String workloadName() {
    return "reconnect-timers";
  }

  @Override
  WorkerFactory workers(JmsProvider jms, Delivery deliveries) {
    return ReconnectTimer.factory(ownMessages(jms), command.commandLine().getOut()::println);
  }
}
