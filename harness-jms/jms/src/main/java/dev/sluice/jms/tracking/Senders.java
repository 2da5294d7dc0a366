package dev.sluice.jms.tracking;

import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.provider.JmsProvider;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where the senders of a workload put their messages, so that those who receive from there miss
 * them although none of them comes.
 *
 * @param destinations empty if each message says where it goes, as a reply does
 * @param provider can be asked what lies there
 */
public record Senders(Optional<DestinationPlan> destinations, Optional<JmsProvider> provider) {

  /** Those whose messages go wherever others want them. */
  public static final Senders ANYWHERE = new Senders(Optional.empty(), Optional.empty());

  /** Those of queues or topics. */
  public static Senders to(DestinationPlan destinations, JmsProvider provider) {
    return new Senders(Optional.of(destinations), Optional.of(provider));
  }

  /** Where a worker, counted from 0, sends to; empty if that is not known. */
  String place(int worker) {
    return destinations.map(plan -> plan.place(plan.nameFor(worker))).orElse("");
  }

  /** The same, and after it the other queues that they put to. */
  List<String> places(int worker) {
    return destinations.isEmpty()
        ? List.of()
        : Stream.concat(Stream.of(place(worker)), queues().stream().sorted()).distinct().toList();
  }

  /** The queues that they put to, as places. */
  Set<String> queues() {
    return destinations
        .filter(plan -> plan.kind() == DestinationPlan.DestinationKind.QUEUE)
        .map(DestinationPlan::places)
        .orElse(Set.of());
  }

  /** What lies in some of these queues. */
  Map<String, Long> lyingIn(Collection<String> places) {
    List<String> names =
        destinations.stream()
            .flatMap(
                plan -> plan.names().stream().filter(each -> places.contains(plan.place(each))))
            .toList();
    return names.isEmpty() || provider.isEmpty()
        ? Map.of()
        : Stranded.inQueues(provider.get(), names, Receivers.ASKING).messages();
  }
}
