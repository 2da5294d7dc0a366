package dev.sluice.jms.destination;

import dev.sluice.jms.session.Subscription;

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

  /** The subscription of a worker, counted from 0. */
  public Subscription forWorker(int index) {
    if (!durable && !shared) {
      return Subscription.PLAIN;
    }
    return new Subscription(shared ? name : name + "-" + (index + 1), durable, shared);
  }
}
