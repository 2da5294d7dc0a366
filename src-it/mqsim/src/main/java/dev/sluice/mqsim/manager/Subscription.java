package dev.sluice.mqsim.manager;

import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.queue.Message;
import dev.sluice.mqsim.queue.selector.Selector;

/** A subscription and the queue that its publications go to. */
public final class Subscription {

  private final String name;
  private final TopicPattern pattern;
  private final String selectorText;
  private final Selector selector;
  private final boolean durable;
  private final boolean shared;
  private final byte[] correlationId;
  private final boolean managed;
  private final LocalQueue queue;
  private int users;

  Subscription(
      String name,
      TopicPattern pattern,
      String selectorText,
      Selector selector,
      boolean durable,
      boolean shared,
      byte[] correlationId,
      boolean managed,
      LocalQueue queue) {
    this.name = name;
    this.pattern = pattern;
    this.selectorText = selectorText;
    this.selector = selector;
    this.durable = durable;
    this.shared = shared;
    this.correlationId = correlationId;
    this.managed = managed;
    this.queue = queue;
  }

  /** Empty for a plain non-durable subscription. */
  public String name() {
    return name;
  }

  /** Where publications wait for the subscriber. */
  public LocalQueue queue() {
    return queue;
  }

  /** Whether the queue was made for it and ends with it. */
  boolean isManaged() {
    return managed;
  }

  /** Becomes that of publications; null if they keep theirs. */
  byte[] correlationId() {
    return correlationId;
  }

  TopicPattern pattern() {
    return pattern;
  }

  /** Empty if it selects all publications. */
  String selectorText() {
    return selectorText;
  }

  boolean isDurable() {
    return durable;
  }

  boolean isUsed() {
    return users > 0;
  }

  /** Whether one more consumer may use it now. */
  boolean admitsUser() {
    return shared || users == 0;
  }

  void addUser() {
    users++;
  }

  void removeUser() {
    users--;
  }

  boolean selects(Message message) {
    return selector == null || selector.accepts(message.properties());
  }
}
