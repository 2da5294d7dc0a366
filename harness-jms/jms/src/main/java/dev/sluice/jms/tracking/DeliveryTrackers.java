package dev.sluice.jms.tracking;

import dev.sluice.jms.tracking.sequence.DeliveryTracker;
import dev.sluice.jms.tracking.sequence.SentTotals;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The accounts of a run: one for all who receive from the same places, whatever workload they are
 * of, and one for each subscriber. Any thread.
 */
final class DeliveryTrackers {

  /** Places that workloads connect which receive from, or send to, several of them. */
  private record Group(Set<String> places, Set<String> sources, DeliveryTracker tracker) {}

  private final SentTotals sentHere;
  private final List<Group> groups = new ArrayList<>(); // guarded by this; no place is in two

  DeliveryTrackers(SentTotals sentHere) {
    this.sentHere = sentHere;
  }

  /**
   * A workload receives from these places, or sends to them. Workloads say so before any of them
   * asks for its account, as this may make one of two.
   *
   * @param sources what senders call them
   */
  synchronized void join(Set<String> places, Set<String> sources) {
    if (places.isEmpty()) {
      return;
    }
    Set<String> connected = new HashSet<>(places);
    Set<String> fed = new HashSet<>(sources);
    for (Group group : List.copyOf(groups)) {
      if (!Collections.disjoint(group.places(), places)) {
        groups.remove(group);
        connected.addAll(group.places());
        fed.addAll(group.sources());
      }
    }
    groups.add(new Group(connected, fed, DeliveryTracker.ofQueue(sentHere, fed)));
  }

  /**
   * The account of a workload.
   *
   * @param places with which it has joined, at least one
   */
  synchronized DeliveryTracker of(Set<String> places) {
    return groupOf(places).tracker();
  }

  /** All places of the account that has these, at least one; a copy. */
  synchronized Set<String> beside(Set<String> places) {
    return new HashSet<>(groupOf(places).places());
  }

  private Group groupOf(Set<String> places) {
    return groups.stream()
        .filter(group -> group.places().containsAll(places))
        .findFirst()
        .orElseThrow();
  }

  /** A sender is known from now on, which may have begun before it was known. */
  synchronized void begun(String sender) {
    groups.forEach(group -> group.tracker().begun(sender));
  }

  /**
   * The account of a subscriber who subscribes now.
   *
   * @param sources what those who publish to it call its topic
   */
  DeliveryTracker ofNewSubscriber(Set<String> sources) {
    return DeliveryTracker.ofSubscriber(sentHere, sources);
  }
}
