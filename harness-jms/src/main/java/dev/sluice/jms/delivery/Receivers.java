package dev.sluice.jms.delivery;

import dev.sluice.jms.destination.DestinationPlan;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How the receivers of a workload come by messages.
 *
 * @param places where they receive from, by any names that tell one from another: each message goes
 *     to one of them, or to one of another workload that has a place in common. Empty if each
 *     message goes to every one of them
 * @param missTheLast whether a message that nothing came after is lost too; not where those who
 *     send outlast those who receive
 */
public record Receivers(Set<String> places, boolean missTheLast) {

  /** Each gets all messages. */
  public static final Receivers SUBSCRIBERS = new Receivers(Set.of(), true);

  /**
   * Each gets the answers to what it sends, and ends before those that answer do. An answer that
   * does not come it misses by itself; what is answered after its end is not lost. Who answers
   * numbers all answers in one row, for requesters of whatever workload and queue; so they are one
   * place.
   */
  public static final Receivers REQUESTERS = new Receivers(Set.of("answers"), false);

  public Receivers {
    places = Set.copyOf(places);
  }

  /** Those of queues. */
  public static Receivers ofQueues(DestinationPlan queues) {
    return new Receivers(named("queue ", queues.names()), true);
  }

  /** Those of a shared subscription. */
  public static Receivers ofSubscription(String name, DestinationPlan topics) {
    return new Receivers(named("subscription " + name + " of ", topics.names()), true);
  }

  private static Set<String> named(String kind, Collection<String> names) {
    return names.stream().map(name -> kind + name).collect(Collectors.toUnmodifiableSet());
  }
}
