package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.cli.option.message.SelectorOptions;
import dev.sluice.control.cli.option.workload.DestinationOptions;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.worker.Browser;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Looks at messages without taking them. */
@WorkloadTraits(name = "browsers", puts = 0, gets = 0)
@Command(
    description = "Browse the messages of a queue repeatedly.",
    footer = "  sluice browse --queue REQUEST --unit pass --rate 1")
public final class BrowseCommand extends WorkloadCommand {

  @Mixin DestinationOptions.Queue destinations;

  @Mixin SelectorOptions selectors;

  @Option(
      names = "--unit",
      paramLabel = "WHAT",
      description =
          "Unit of an iteration: message (the default), or pass (all messages on the " + "queue).")
  Browser.Granularity unit = Browser.Granularity.MESSAGE;

  @Override
  WorkerFactory workers(String name, JmsProvider jms, Delivery deliveries) {
    session.rejectSettling("a browser");
    return Browser.factory(
        new Browser.Settings(
            session.settings(jms), destinations.queues(), selectors.plan(options.id), unit));
  }

  @Override
  List<String> describePlaces() {
    return List.of(
        "browse       " + destinations.describe() + ", each iteration a " + Converters.word(unit));
  }
}
