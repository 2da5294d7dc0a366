package dev.sluice.jms.tracking;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.QueueDepths;
import dev.sluice.jms.session.SessionSettings;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Tells messages that are lost from those that still lie in a queue where nobody received them, as
 * at a queue manager of a group that had no receiver at the end. Asked once, when all has ended.
 */
@FunctionalInterface
public interface Stranded {

  /** Nobody can tell: what did not arrive is lost. */
  Stranded UNKNOWN = Map::of;

  /** Messages that lie in queues, by the place; negative where nobody answers. */
  Map<String, Long> messages();

  /**
   * In queues; nobody answers for those of a provider that cannot tell.
   *
   * @param timeout how long it may take; nobody answers who is later
   */
  static Stranded inQueues(JmsProvider provider, Collection<String> queues, Duration timeout) {
    return () -> provider.asked(() -> depths(provider, queues), timeout, unanswered(queues));
  }

  /**
   * In durable subscriptions; nobody answers for those of a provider that cannot tell.
   *
   * @param names of workers from the first on, or of all of them
   */
  static Stranded inSubscriptions(List<String> names, SessionSettings settings, Duration timeout) {
    List<String> queues = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (int worker = 0; worker < names.size(); worker++) {
      String name = names.get(worker);
      settings
          .provider()
          .queueOfSubscription(settings.clientIdOf(worker), name)
          .ifPresentOrElse(queues::add, () -> unknown.add("subscription " + name));
    }
    return queues.isEmpty()
        ? () -> unanswered(unknown)
        : inQueues(settings.provider(), queues, timeout);
  }

  /** The findings, in which messages that may still arrive are apart from those lost. */
  static DeliveryCounts tellApart(DeliveryCounts found, Map<String, Long> messages) {
    long stranded = 0;
    List<String> where = new ArrayList<>();
    for (Map.Entry<String, Long> place : new TreeMap<>(messages).entrySet()) {
      if (place.getValue() > 0) {
        stranded += place.getValue();
        where.add(place.getKey() + ": " + place.getValue());
      } else if (place.getValue() < 0) {
        stranded += found.lost();
        where.add(place.getKey() + ": no answer");
      }
    }
    return found.withStranded(stranded, String.join(", ", where));
  }

  private static Map<String, Long> depths(JmsProvider provider, Collection<String> queues) {
    Map<String, Long> found = new TreeMap<>();
    try (QueueDepths depths = provider.queueDepths().orElse(null)) {
      if (depths == null) {
        return unanswered(queues);
      }
      for (String queue : queues) {
        try {
          depths
              .depths(queue)
              .forEach((at, depth) -> found.put(at.isEmpty() ? queue : at + " " + queue, depth));
        } catch (InvalidDestinationException e) {
          // there is no such queue, so nothing lies there; a broker may delete one that is empty
        } catch (JMSException e) {
          found.put(queue, -1L);
        }
      }
    }
    return found;
  }

  private static Map<String, Long> unanswered(Collection<String> queues) {
    return queues.stream().distinct().collect(Collectors.toMap(queue -> queue, queue -> -1L));
  }
}
