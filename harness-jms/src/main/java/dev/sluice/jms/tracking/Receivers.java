package dev.sluice.jms.tracking;

import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.provider.JmsProvider;
import java.time.Duration;
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
 * @param stranded tells what is lost from what lies where nobody received it
 */
public record Receivers(Set<String> places, boolean missTheLast, Stranded stranded) {

  /** How long brokers may take to say what lies in their queues. */
  private static final Duration ASKING = Duration.ofSeconds(15);

  /** Each gets all messages. */
  public static final Receivers SUBSCRIBERS = new Receivers(Set.of(), true, Stranded.UNKNOWN);

  /**
   * Each gets the answers to what it sends, and ends before those that answer do. An answer that
   * does not come it misses by itself; what is answered after its end is not lost. Who answers
   * numbers all answers in one row, for requesters of whatever workload and queue; so they are one
   * place.
   */
  public static final Receivers REQUESTERS =
      new Receivers(Set.of("answers"), false, Stranded.UNKNOWN);

  public Receivers {
    places = Set.copyOf(places);
  }

  /** Those of queues. */
  public static Receivers ofQueues(DestinationPlan queues) {
    return new Receivers(named("queue ", queues.names()), true, Stranded.UNKNOWN);
  }

  /** The same where the provider is asked in the end what still lies in them. */
  public static Receivers ofQueues(DestinationPlan queues, JmsProvider provider) {
    return new Receivers(
        named("queue ", queues.names()), true, Stranded.inQueues(provider, queues.names(), ASKING));
  }

  /** Those of a shared subscription. */
  public static Receivers ofSubscription(String name, DestinationPlan topics) {
    return new Receivers(
        named("subscription " + name + " of ", topics.names()), true, Stranded.UNKNOWN);
  }

  private static Set<String> named(String kind, Collection<String> names) {
    return names.stream().map(name -> kind + name).collect(Collectors.toUnmodifiableSet());
  }
}
