package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.cli.option.message.UnidentifiedOption;
import dev.sluice.control.cli.option.workload.DestinationOptions;
import dev.sluice.control.cli.option.workload.RoundTripOptions;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.WorkloadTracking;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.PutGet;
import dev.sluice.jms.worker.ReconnectTimer;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Base of commands whose workers put messages and get them back from the same queue. */
public abstract class OwnMessagesCommand extends MessageCommand {

  @Mixin DestinationOptions.Queue destinations;

  @Mixin RoundTripOptions trips;

  @Mixin UnidentifiedOption unidentified;

  @Option(
      names = "--selector-property",
      paramLabel = "NAME",
      description =
          "Match the worker's own messages by this string property instead of "
              + "--reply-correlation.")
  String property;

  /** The settings of such workers, by a provider that has been set up. */
  final PutGet.Settings ownMessages(String name, JmsProvider jms) {
    boolean correlated = !given("--reply-correlation").isEmpty();
    excludes("--selector-property", "--reply-correlation", property != null && correlated);
    excludes(
        "--reply-selector", "--selector-property", property != null && !trips.selector.isEmpty());
    OutgoingMessage outgoing =
        messages.outgoing(options.id, WorkloadTracking.OFF, workload.mix(name));
    return new PutGet.Settings(
        trips.trip(session.settings(jms), unidentified.applyTo(outgoing), ArrivalChecking.OFF),
        destinations.queues(),
        trips.match,
        Optional.ofNullable(property));
  }

  @Override
  List<String> describePlaces() {
    return List.of(
        "put and get  " + destinations.describe(),
        "answers      by " + Converters.word(trips.match));
  }

  /** Command that puts messages and gets them back. */
  @WorkloadTraits(name = "put-getters", puts = 1, gets = 1)
  @Command(
      description = "Put messages and get them back from the same queue.",
      footer = "  sluice put-get --queue REQUEST --threads 4 --rate 100 --transacted")
  public static final class PutAndGet extends OwnMessagesCommand {

    @Override
    WorkerFactory workers(String name, JmsProvider jms, Delivery deliveries) {
      return PutGet.factory(ownMessages(name, jms));
    }
  }

  /** Command that times outages. */
  @WorkloadTraits(name = "reconnect-timers")
  @Command(
      description = {
        "Put messages and get them back, and time outages.",
        "An outage lasts from the last call that worked to the first that worked again."
      },
      footer = "  sluice reconnect-timer --queue REQUEST --threads 4 --rate 100 --transacted")
  public static final class TimeReconnects extends OwnMessagesCommand {

    @Override
    WorkerFactory workers(String name, JmsProvider jms, Delivery deliveries) {
      return ReconnectTimer.factory(ownMessages(name, jms), out()::println);
    }
  }
}
