package dev.sluice.mqsim.manager;

import dev.sluice.mqsim.codec.call.SubscribeRequest;
import dev.sluice.mqsim.codec.structure.PropertyHeader;
import dev.sluice.mqsim.queue.CallFailedException;
import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.queue.Message;
import dev.sluice.mqsim.queue.Reason;
import dev.sluice.mqsim.queue.selector.Selector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** All subscriptions of one queue manager. */
final class Subscriptions {

  /** Says that a publication was there before its subscriber (MQIsRetained). */
  private static final String RETAINED = "<mqps><Ret dt='boolean'>1</Ret></mqps>";

  private final List<Subscription> all = new ArrayList<>();
  private final Map<String, Message> retained = new LinkedHashMap<>();
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
   * @param given where its publications go; null if it has a queue of its own
   * @throws CallFailedException if it may not be made, used or shared
   */
  Subscription open(SubscribeRequest request, LocalQueue given) {
    if (!request.mayCreate() && !request.mayUseExisting()) {
      throw new CallFailedException(Reason.OPTIONS_ERROR);
    }
    if (request.name().isEmpty() && (request.durable() || !request.mayCreate())) {
      throw new CallFailedException(Reason.SUBSCRIPTION_NAME_ERROR);
    }
    Subscription existing = find(request.name());
    if (existing == null) {
      if (!request.mayCreate()) {
        throw new CallFailedException(Reason.NO_SUBSCRIPTION);
      }
      existing = create(request, given);
      all.add(existing);
      if (request.wantsRetained()) {
        sendRetained(existing);
      }
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

  private Subscription create(SubscribeRequest request, LocalQueue given) {
    Selector selector = Selectors.parse(request.selector());
    return new Subscription(
        request.name(),
        new TopicPattern(request.topic(), request.hasCharacterWildcards()),
        request.selector(),
        selector,
        request.durable(),
        request.shared(),
        request.correlationId(),
        given == null,
        given == null ? managedQueues.apply(request.durable()) : given);
  }

  /** The subscription of a name; null if there is none. */
  Subscription find(String name) {
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

  /** Gives every subscriber that wants it a copy, and keeps one for later ones if it is to. */
  void publish(String name, List<String> topic, Message publication) {
    if (publication.isRetained()) {
      byte[] marked = PropertyHeader.with(RETAINED, publication.data());
      retained.put(
          name,
          new Message(
              publication.descriptor().copy(),
              marked,
              publication.token(),
              publication.expiresAtMillis(),
              0));
    }
    for (Subscription subscription : List.copyOf(all)) {
      if (subscription.pattern().matches(topic)) {
        send(publication, subscription);
      }
    }
  }

  /** A queue that is full gets none. Returns whether it was sent. */
  private boolean send(Message publication, Subscription subscription) {
    if (!subscription.selects(publication)) {
      return false;
    }
    LocalQueue queue = subscription.queue();
    try {
      queue.admit();
    } catch (CallFailedException e) {
      return false;
    }
    Message copy = copier.apply(publication);
    if (subscription.correlationId() != null) {
      copy.descriptor().correlationId(subscription.correlationId());
    }
    queue.deliver(copy);
    return true;
  }

  /** Sends a subscriber what is retained on its topics; returns how many publications. */
  int sendRetained(Subscription subscription) {
    int sent = 0;
    for (Map.Entry<String, Message> each : retained.entrySet()) {
      if (subscription.pattern().matches(TopicPattern.levels(each.getKey()))
          && send(each.getValue(), subscription)) {
        sent++;
      }
    }
    return sent;
  }

  /** Forgets retained publications. */
  void forgetRetained(Predicate<Message> condition) {
    retained.values().removeIf(condition);
  }

  boolean hasSubscriber(List<String> topic) {
    return all.stream().anyMatch(subscription -> subscription.pattern().matches(topic));
  }

  int count() {
    return all.size();
  }
}
