package dev.sluice.jms.tracking;

import dev.sluice.jms.destination.ConsumerPlan;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.SessionSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How the receivers of a workload come by messages.
 *
 * @param places where they receive from, by any names that tell one from another: each message goes
 *     to one of them, or to one of another workload that has a place in common. Empty if each
 *     message goes to every one of them
 * @param destinations the queues or topics that bring them; empty if senders cannot know them
 * @param missTheLast whether a message that nothing came after is lost too; not where those who
 *     send outlast those who receive
 * @param stranded tells what is lost from what lies where nobody received it, by how many receivers
 *     there have been
 */
public record Receivers(
    Set<String> places,
    Optional<DestinationPlan> destinations,
    boolean missTheLast,
    IntFunction<Stranded> stranded) {

  /** How long brokers may take to say what lies in their queues. */
  static final Duration ASKING = Duration.ofSeconds(15);

  /**
   * Each gets the answers to what it sends, and ends before those that answer do. An answer that
   * does not come it misses by itself; what is answered after its end is not lost. Who answers
   * numbers all answers in one row, for requesters of whatever workload and queue; so they are one
   * place.
   */
  public static final Receivers REQUESTERS =
      new Receivers(Set.of("answers"), Optional.empty(), false, count -> Stranded.UNKNOWN);

  public Receivers {
    places = Set.copyOf(places);
  }

  /** Each gets all messages of its topic. */
  public static Receivers ofTopics(DestinationPlan topics) {
    return new Receivers(Set.of(), Optional.of(topics), true, count -> Stranded.UNKNOWN);
  }

  /** Those of queues. */
  public static Receivers ofQueues(DestinationPlan queues) {
    return new Receivers(queues.places(), Optional.of(queues), true, count -> Stranded.UNKNOWN);
  }

  /** The same where the provider is asked in the end what still lies in them. */
  public static Receivers ofQueues(DestinationPlan queues, JmsProvider provider) {
    return new Receivers(
        queues.places(),
        Optional.of(queues),
        true,
        count -> Stranded.inQueues(provider, queues.names(), ASKING));
  }

  /** Those of a shared subscription. */
  public static Receivers ofSubscription(String name, DestinationPlan topics) {
    Set<String> places =
        topics.names().stream()
            .map(topic -> "subscription " + name + " of " + topic)
            .collect(Collectors.toUnmodifiableSet());
    return new Receivers(places, Optional.of(topics), true, count -> Stranded.UNKNOWN);
  }

  /** The same who subscribe so, and leave behind what a durable subscription keeps. */
  public Receivers by(ConsumerPlan plan, SessionSettings settings) {
    return plan.subscription().durable() && !plan.subscription().unsubscribe()
        ? new Receivers(
            places,
            destinations,
            missTheLast,
            count -> Stranded.inSubscriptions(plan.subscriptions(count), settings, ASKING))
        : this;
  }

  /** Where their messages are sent to, as senders call it. */
  Set<String> sources() {
    return destinations.map(DestinationPlan::places).orElse(Set.of());
  }

  /** Where one of them, counted from 0, receives from; a topic if it gets all messages of that. */
  List<String> placesOf(int worker) {
    return Stream.concat(
            places.stream(), places.isEmpty() ? sourcesOf(worker).stream() : Stream.of())
        .sorted()
        .toList();
  }

  /** The same of one of them, counted from 0, if each gets all messages. */
  Set<String> sourcesOf(int worker) {
    return destinations.map(plan -> Set.of(plan.place(plan.nameFor(worker)))).orElse(Set.of());
  }
}
