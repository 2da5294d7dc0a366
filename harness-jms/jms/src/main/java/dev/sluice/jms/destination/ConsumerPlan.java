package dev.sluice.jms.destination;

import dev.sluice.jms.destination.DestinationPlan.DestinationKind;
import dev.sluice.jms.session.JmsSession;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Topic;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The messages that workers receive.
 *
 * @param from the destinations
 * @param selector which messages of them
 * @param subscription how, if they are topics
 */
public record ConsumerPlan(
    DestinationPlan from, SelectorPlan selector, SubscriptionPlan subscription) {

  /** All messages of the destinations. */
  public static ConsumerPlan of(DestinationPlan from) {
    return new ConsumerPlan(from, SelectorPlan.ALL, SubscriptionPlan.PLAIN);
  }

  /**
   * A worker's consumer.
   *
   * @param index counts workers from 0
   * @param destinationIndex counts the consumers of all workers from 0
   */
  public MessageConsumer consumer(JmsSession session, int index, int destinationIndex)
      throws JMSException {
    Destination destination = from.destination(session, destinationIndex);
    String selected = selector.forWorker(index);
    return from.kind() == DestinationKind.TOPIC
        ? subscription.consumer(
            session,
            (Topic) destination,
            selected,
            subscriptionTo(from.nameFor(destinationIndex), index))
        : session.consumer(destination, selected);
  }

  /** Ends a worker's subscription if that is wanted, once its consumer is closed. */
  public void unsubscribe(JmsSession session, int index) throws JMSException {
    if (subscription.durable() && subscription.unsubscribe()) {
      session.jms().unsubscribe(subscriptionTo(from.nameFor(index), index));
    }
  }

  /** What the subscriptions of so many workers are called. */
  public List<String> subscriptions(int workers) {
    return subscription.shared()
        ? from.names().stream().map(topic -> subscriptionTo(topic, 0)).distinct().toList()
        : IntStream.range(0, workers).mapToObj(i -> subscriptionTo("", i)).toList();
  }

  /** A subscription is one to a topic, also if it is shared. */
  private String subscriptionTo(String topic, int worker) {
    if (!subscription.shared()) {
      return subscription.name() + "-" + (worker + 1);
    }
    return from.names().size() == 1 ? subscription.name() : subscription.name() + "." + topic;
  }
}
