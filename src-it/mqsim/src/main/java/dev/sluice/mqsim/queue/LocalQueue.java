package dev.sluice.mqsim.queue;

import dev.sluice.mqsim.codec.structure.TextField;
import dev.sluice.mqsim.queue.Counters.Event;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A queue: messages by priority, then by arrival, and those who wait for one.
 *
 * <p>Looking for a message by id walks the queue; queues in a rehearsal are short. The depth
 * counts, as on a real queue manager, also messages put or got in units of work that are not yet
 * committed.
 */
public final class LocalQueue implements PutTarget {

  private static final int PRIORITIES = 10;

  private QueueDefinition definition;
  private final String name;
  private final byte[] paddedName;
  private final Timer timer;
  private final MessageLog log;
  private final Consumer<Message> expired;
  private final MessageChain[] chains = new MessageChain[PRIORITIES];
  private final Set<Waiter> waiters = new LinkedHashSet<>();
  private final OpenCounts opens = new OpenCounts();
  private final QueueActivity activity;
  private long lastSequence;
  private int depth;
  private boolean putInhibited;
  private Reason failing = Reason.NONE;

  /**
   * @param log where its persistent messages are kept
   * @param expired is told of messages that nobody got in time
   */
  public LocalQueue(
      String name,
      QueueDefinition definition,
      Timer timer,
      MessageLog log,
      Consumer<Message> expired) {
    this.expired = expired;
    this.name = name;
    this.log = log;
    this.definition = definition;
    this.timer = timer;
    this.activity = new QueueActivity(timer);
    this.paddedName = TextField.padded(name, TextField.NAME_BYTES);
    for (int priority = 0; priority < PRIORITIES; priority++) {
      chains[priority] = new MessageChain(priority);
    }
  }

  @Override
  public String name() {
    return name;
  }

  /** The name in a stream: not padded. */
  public byte[] nameBytes() {
    return name.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public byte[] paddedName() {
    return paddedName;
  }

  /** Attributes that an MQINQ can ask for. */
  public QueueDefinition definition() {
    return definition;
  }

  /** Other attributes from now on. */
  public void definition(QueueDefinition changed) {
    definition = changed;
  }

  /** Who has the queue open. */
  public OpenCounts opens() {
    return opens;
  }

  /** What has happened here. */
  public QueueActivity activity() {
    return activity;
  }

  /** Messages in the queue, uncommitted ones included. */
  public int depth() {
    return depth;
  }

  @Override
  public int maxMessageBytes() {
    return definition.maxMessageBytes();
  }

  /** Whether puts are refused with 2051; those of units of work under way go on. */
  public void putInhibited(boolean inhibited) {
    putInhibited = inhibited;
  }

  /** Puts fail with this reason from now on; {@link Reason#NONE} for none. */
  public void failPuts(Reason reason) {
    failing = reason;
  }

  /** The messages that can be got, the next one first. */
  public List<Message> available() {
    List<Message> available = new ArrayList<>();
    for (Message message = first(); message != null; message = after(message)) {
      if (!isExpired(message)) {
        available.add(message);
      }
    }
    return available;
  }

  @Override
  public void admit() {
    if (failing != Reason.NONE) {
      throw new CallFailedException(failing);
    }
    if (putInhibited) {
      throw new CallFailedException(Reason.PUT_INHIBITED);
    }
    if (depth >= definition.maxDepth()) {
      discardExpired();
    }
    if (depth >= definition.maxDepth()) {
      throw new CallFailedException(Reason.QUEUE_FULL);
    }
    depth++;
    activity.depth(depth);
  }

  @Override
  public void pending(Message message) {
    message.counted = true;
    activity.put(message);
  }

  @Override
  public void cancel() {
    activity.counters().count(Event.ROLLED_BACK_PUT);
    depth--;
  }

  @Override
  public void deliver(Message message) {
    if (!message.counted) {
      pending(message);
    }
    activity.arrived(message);
    message.sequence = ++lastSequence;
    log.put(name, message);
    makeAvailable(message);
  }

  /** Puts a message that was in the log back, in the order of the log. */
  public void recover(Message message) {
    depth++;
    message.logged = true;
    message.counted = true;
    deliver(message);
  }

  /** Puts a message that was taken back to where it was. */
  public void restore(Message message) {
    activity.counters().count(Event.ROLLED_BACK_GET);
    makeAvailable(message);
  }

  /** A message that was taken is gone for good. */
  public void settle() {
    depth--;
  }

  private void makeAvailable(Message message) {
    int priority = Math.max(0, Math.min(PRIORITIES - 1, message.descriptor().priority()));
    chains[priority].insert(message);
    offer(message);
  }

  /** Serves those who wait: browsers that want the message, up to the first one that takes it. */
  void offer(Message message) {
    if (waiters.isEmpty()) {
      return;
    }
    Waiter taker = null;
    List<Waiter> browsers = List.of();
    for (Waiter waiter : waiters) {
      if (waiter.wants(message)) {
        if (waiter.consumes()) {
          taker = waiter;
          break;
        }
        if (browsers.isEmpty()) {
          browsers = new ArrayList<>();
        }
        browsers.add(waiter);
      }
    }
    for (Waiter browser : browsers) {
      waiters.remove(browser);
      browser.serve();
    }
    if (taker != null && waiters.remove(taker)) {
      taker.serve();
    }
  }

  /** The first message; null if there is none. Expired messages are dropped on the way. */
  public Message first() {
    return firstOf(PRIORITIES - 1);
  }

  /** The message after one that was in the queue, be it still there or not. */
  Message after(Message message) {
    if (message.chain != null) {
      return message.next != null ? message.next : firstOf(message.chain.priority() - 1);
    }
    int priority = message.descriptor().priority();
    Message candidate = chains[priority].first();
    while (candidate != null && candidate.sequence <= message.sequence) {
      candidate = candidate.next;
    }
    return candidate != null ? candidate : firstOf(priority - 1);
  }

  private Message firstOf(int highestPriority) {
    for (int priority = highestPriority; priority >= 0; priority--) {
      if (chains[priority].first() != null) {
        return chains[priority].first();
      }
    }
    return null;
  }

  boolean isExpired(Message message) {
    return message.expiresAtMillis() != Message.NEVER && message.isExpiredAt(timer.epochMillis());
  }

  /** Takes a message out; {@link #settle} or {@link #restore} has to follow. */
  void take(Message message) {
    message.chain.remove(message);
    activity.got(message);
  }

  /** Removes a message for good. */
  public void discard(Message message) {
    message.chain.remove(message);
    log.gone(message);
    depth--;
  }

  /** Removes a message that nobody got in time. A report of it may change this queue, too. */
  void expire(Message message) {
    discard(message);
    activity.counters().count(Event.EXPIRED);
    expired.accept(message);
  }

  /** Removes the messages that nobody got in time. */
  public void discardExpired() {
    for (Message message = first(); message != null; message = after(message)) {
      if (isExpired(message)) {
        expire(message);
      }
    }
  }

  /** Removes all available messages that fulfil a condition; returns how many. */
  public int discardWhere(Predicate<Message> condition) {
    int discarded = 0;
    Message message = first();
    while (message != null) {
      Message following = after(message);
      if (condition.test(message)) {
        discard(message);
        discarded++;
      }
      message = following;
    }
    return discarded;
  }

  /** Puts somebody on the list of those who wait. */
  public void addWaiter(Waiter waiter) {
    waiters.add(waiter);
  }

  /** Takes somebody off the list. */
  public void removeWaiter(Waiter waiter) {
    waiters.remove(waiter);
  }

  /** Ends all waits with a reason. */
  public void failWaiters(Reason reason) {
    Iterator<Waiter> all = new ArrayList<>(waiters).iterator();
    waiters.clear();
    all.forEachRemaining(waiter -> waiter.fail(reason));
  }
}
