package dev.sluice.mqsim.manager;

import dev.sluice.mqsim.codec.call.SubscribeRequest;
import dev.sluice.mqsim.queue.CallFailedException;
import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.queue.Message;
import dev.sluice.mqsim.queue.Reason;
import dev.sluice.mqsim.queue.selector.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** All subscriptions of one queue manager. */
final class Subscriptions {

  private final List<Subscription> all = new ArrayList<>();
  private final Function<Boolean, LocalQueue> managedQueues;
  private final UnaryOperator<Message> copier;

  /**
   * @param managedQueues makes the queue of a new subscription; told whether it is durable
   * @param copier makes a subscriber's own copy of a publication, with an id of its own
   */
  Subscriptions(Function<Boolean, LocalQueue> managedQueues, UnaryOperator<Message> copier) {
    this.managedQueues = managedQueues;
    this.copier = copier;
  }

  /**
   * Finds or makes the subscription asked for, and counts one user more.
   *
   * @throws CallFailedException if it may not be made, used or shared
   */
  Subscription open(SubscribeRequest request) {
    Subscription existing = find(request.name());
    if (existing == null) {
      if (!request.mayCreate()) {
        throw new CallFailedException(Reason.NO_SUBSCRIPTION);
      }
      existing = create(request);
      all.add(existing);
    } else if (!request.mayUseExisting()) {
      throw new CallFailedException(Reason.SUBSCRIPTION_EXISTS);
    } else if (!existing.admitsUser()) {
      throw new CallFailedException(Reason.SUBSCRIPTION_IN_USE);
    } else if (request.mayAlter()) {
      requireUnchanged(existing, request);
    }
    existing.addUser();
    return existing;
  }

  /** Neither topic nor selector of a subscription can be altered: it would be another one. */
  private static void requireUnchanged(Subscription existing, SubscribeRequest request) {
    if (!existing.pattern().isOf(request.topic())) {
      throw new CallFailedException(Reason.TOPIC_NOT_ALTERABLE);
    }
    if (!existing.selectorText().equals(request.selector())) {
      throw new CallFailedException(Reason.SELECTOR_NOT_ALTERABLE);
    }
  }

  private Subscription create(SubscribeRequest request) {
    Selector selector = Selectors.parse(request.selector());
    return new Subscription(
        request.name(),
        new TopicPattern(request.topic()),
        request.selector(),
        selector,
        request.durable(),
        request.shared(),
        managedQueues.apply(request.durable()));
  }

  private Subscription find(String name) {
    if (name.isEmpty()) {
      return null;
    }
    return all.stream().filter(other -> other.name().equals(name)).findFirst().orElse(null);
  }

  /**
   * One user less. The subscription ends with its last user unless it is durable; it ends at once
   * if it is to be removed.
   *
   * @return whether it ended
   */
  boolean close(Subscription subscription, boolean remove) {
    subscription.removeUser();
    boolean ends = remove || (!subscription.isUsed() && !subscription.isDurable());
    return ends && all.remove(subscription);
  }

  /** Gives every subscriber that wants it a copy. A full managed queue gets none. */
  void publish(List<String> topic, Message publication) {
    for (Subscription subscription : List.copyOf(all)) {
      if (subscription.pattern().matches(topic) && subscription.selects(publication)) {
        LocalQueue queue = subscription.queue();
        if (queue.depth() < queue.definition().maxDepth()) {
          queue.admit();
          queue.deliver(copier.apply(publication));
        }
      }
    }
  }

  int count() {
    return all.size();
  }
}
