package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.EnumConverter;
import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.cli.option.message.UnidentifiedOption;
import dev.sluice.control.cli.option.workload.DestinationOptions;
import dev.sluice.control.cli.option.workload.RoundTripOptions;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.WorkloadTracking;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.PutGet;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Workers that put messages and get them back from the same queue. */
abstract class OwnMessagesCommand extends MessageCommand {

  @Mixin DestinationOptions destinations;

  @Mixin RoundTripOptions trips;

  @Mixin UnidentifiedOption unidentified;

  @Option(
      names = "--selector-property",
      order = 320,
      paramLabel = "NAME",
      description =
          "Match the worker's own messages by this string property instead of "
              + "--reply-correlation.")
  String property;

  /** The settings of such workers, by a provider that has been set up. */
  final PutGet.Settings ownMessages(JmsProvider jms) {
    OptionRules rules = new OptionRules(command);
    boolean correlated = !new OptionRules(command).given("--reply-correlation").isEmpty();
    rules.excludes("--selector-property", "--reply-correlation", property != null && correlated);
    rules.excludes(
        "--reply-selector", "--selector-property", property != null && !trips.selector.isEmpty());
    OutgoingMessage outgoing = messages.outgoing(options.id, WorkloadTracking.OFF);
    return new PutGet.Settings(
        trips.trip(session.settings(jms), unidentified.applyTo(outgoing), ArrivalChecking.OFF),
        destinations.destinations(),
        trips.match,
        Optional.ofNullable(property));
  }

  @Override
  List<String> describePlaces() {
    return List.of(
        "put and get  " + destinations.describe(),
        "answers      by " + EnumConverter.of(trips.match));
  }
}
