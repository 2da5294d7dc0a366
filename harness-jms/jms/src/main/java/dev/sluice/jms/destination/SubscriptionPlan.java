package dev.sluice.jms.destination;

import dev.sluice.jms.session.JmsSession;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Topic;

/**
 * How workers subscribe to their topics.
 *
 * @param name what subscriptions are called; one that is not shared has the worker's number after
 *     it, and one of several shared ones its topic's name
 * @param durable whether messages are kept while nobody receives them
 * @param shared whether workers share one subscription
 * @param unsubscribe whether a worker ends its durable subscription when it ends itself
 */
public record SubscriptionPlan(String name, boolean durable, boolean shared, boolean unsubscribe) {

  /** Each worker for itself, as long as it is there. */
  public static final SubscriptionPlan PLAIN = new SubscriptionPlan("", false, false, false);

  public SubscriptionPlan {
    if (name.isEmpty() && (durable || shared)) {
      throw new IllegalArgumentException("a durable or shared subscription needs a name");
    }
  }

  /**
   * A worker's consumer of a topic; the same as that of a queue for a plain subscription.
   *
   * @param called the name of its subscription
   */
  MessageConsumer consumer(JmsSession session, Topic topic, String selector, String called)
      throws JMSException {
    String selected = selector.isEmpty() ? null : selector;
    if (durable) {
      return shared
          ? session.jms().createSharedDurableConsumer(topic, called, selected)
          : session.jms().createDurableConsumer(topic, called, selected, false);
    }
    return shared
        ? session.jms().createSharedConsumer(topic, called, selected)
        : session.consumer(topic, selector);
  }
}
