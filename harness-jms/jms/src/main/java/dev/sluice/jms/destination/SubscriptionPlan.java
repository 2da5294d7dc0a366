package dev.sluice.jms.destination;

import dev.sluice.jms.session.JmsSession;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Topic;

/**
 * How workers subscribe to their topics.
 *
 * @param name what subscriptions are called; one that is not shared has the worker's number after
 *     it
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

  /** The name of the subscription of a worker, counted from 0. */
  public String nameFor(int index) {
    return shared ? name : name + "-" + (index + 1);
  }

  /** A worker's consumer of a topic; the same as that of a queue for a plain subscription. */
  MessageConsumer consumer(JmsSession session, Topic topic, String selector, int index)
      throws JMSException {
    String selected = selector.isEmpty() ? null : selector;
    if (durable) {
      return shared
          ? session.jms().createSharedDurableConsumer(topic, nameFor(index), selected)
          : session.jms().createDurableConsumer(topic, nameFor(index), selected, false);
    }
    return shared
        ? session.jms().createSharedConsumer(topic, nameFor(index), selected)
        : session.consumer(topic, selector);
  }
}
