package dev.sluice.mqsim.manager;

import dev.sluice.mqsim.authority.Security;
import dev.sluice.mqsim.codec.call.SubscribeRequest;
import dev.sluice.mqsim.codec.structure.DeadLetterHeader;
import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.codec.structure.PutOptions;
import dev.sluice.mqsim.codec.structure.ReportKind;
import dev.sluice.mqsim.codec.structure.TextField;
import dev.sluice.mqsim.queue.CallFailedException;
import dev.sluice.mqsim.queue.Counters;
import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.queue.Message;
import dev.sluice.mqsim.queue.MessageLog;
import dev.sluice.mqsim.queue.PutTarget;
import dev.sluice.mqsim.queue.QueueDefinition;
import dev.sluice.mqsim.queue.QueueDefinitions;
import dev.sluice.mqsim.queue.Reason;
import dev.sluice.mqsim.queue.Timer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * A queue manager's objects: queues, topics, subscriptions. Confined to one event loop.
 *
 * <p>The objects outlive a stop and start of the simulated queue manager, but not the process; with
 * a log persistent messages do, except those of temporary queues, of subscriptions and those that
 * are held back by a delivery delay.
 */
public final class QueueManager {

  /** Where commands in PCF are put. */
  public static final String COMMAND_QUEUE = "SYSTEM.ADMIN.COMMAND.QUEUE";

  /** What it says it is: the level of IBM MQ, on Unix, with ISO 8859-1. */
  public static final int COMMAND_LEVEL = 945;

  public static final int PLATFORM = 3;
  public static final int CHARACTER_SET = 819;

  /** Whether messages are given to those that get them. */
  public enum Consumption {
    ALLOWED,
    /** Gets wait although there are messages. */
    HELD_BACK,
    /** Gets fail, because the queue manager ends. */
    REFUSED
  }

  private static final long MILLIS_PER_TENTH = 100;
  private static final int DEFAULT_PRIORITY = 4;
  private static final int PERSISTENCE_AS_QUEUE = 2;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final String name;
  private final String id;
  private final byte[] paddedName;
  private final QueueDefinitions definitions;
  private final Timer timer;
  private final MessageLog log;
  private final IdGenerator ids;
  private final PutClock putClock = new PutClock();
  private final Map<String, LocalQueue> queues = new LinkedHashMap<>();
  private final Routes routes = new Routes();
  private final Listeners listeners = new Listeners();
  private final Security security;
  private final Subscriptions subscriptions;
  private final Transactions transactions = new Transactions(this);
  private final Reports reports = new Reports(this);
  private final Map<String, QueueDefinition> models = new LinkedHashMap<>();
  private final Set<String> deleted = new HashSet<>();
  private final TopicObjects topicObjects = new TopicObjects();
  private String deadLetterQueueName = "SYSTEM.DEAD.LETTER.QUEUE";
  private int maxHandles = Integer.MAX_VALUE;
  private int maxUncommittedMessages = 10_000;
  private Consumption consumption = Consumption.ALLOWED;
  private long startedMillis;
  private final Counters calls = new Counters();
  private final ThroughputMeter puts = new ThroughputMeter();
  private final ThroughputMeter gets = new ThroughputMeter();

  /**
   * @param name at most 48 characters
   * @param id tells queue managers of the same name apart
   */
  public QueueManager(String name, String id, QueueDefinitions definitions, Timer timer) {
    this(name, id, definitions, timer, MessageLog.none());
  }

  /**
   * @param log of its persistent messages; {@link #recover} gets back those that are in it
   */
  public QueueManager(
      String name, String id, QueueDefinitions definitions, Timer timer, MessageLog log) {
    this.name = name;
    this.log = log;
    this.id = id;
    this.paddedName = TextField.padded(name, TextField.NAME_BYTES);
    this.security = new Security(name);
    this.definitions = definitions;
    this.timer = timer;
    this.ids = new IdGenerator(name, timer.epochMillis() << 16);
    this.startedMillis = timer.epochMillis();
    this.subscriptions = new Subscriptions(this::newManagedQueue, this::publicationCopy);
  }

  public String name() {
    return name;
  }

  public String id() {
    return id;
  }

  /** The name on the wire, padded to 48 bytes; not to be changed. */
  public byte[] paddedName() {
    return paddedName;
  }

  public Timer timer() {
    return timer;
  }

  public IdGenerator ids() {
    return ids;
  }

  /** What the calls of applications have done with messages of queues. */
  public Counters calls() {
    return calls;
  }

  /** Messages put. */
  public ThroughputMeter puts() {
    return puts;
  }

  /** Messages got, browsed ones not counted. */
  public ThroughputMeter gets() {
    return gets;
  }

  /** Wall-clock time of its last start. */
  public long startedMillis() {
    return startedMillis;
  }

  /** The queue manager starts. */
  public void started() {
    startedMillis = timer.epochMillis();
    listeners.queueManagerStarts();
  }

  /** How many objects one connection may have open. */
  public int maxHandles() {
    return maxHandles;
  }

  public void maxHandles(int handles) {
    maxHandles = handles;
  }

  /** How many messages one unit of work may put and get. */
  public int maxUncommittedMessages() {
    return maxUncommittedMessages;
  }

  public void maxUncommittedMessages(int messages) {
    maxUncommittedMessages = messages;
  }

  /** Whether messages are given to those that get them now. */
  public Consumption consumption() {
    return consumption;
  }

  public void consumption(Consumption now) {
    consumption = now;
  }

  /** All queues that exist now. */
  public Collection<LocalQueue> queues() {
    return queues.values();
  }

  /** How many subscriptions there are. */
  public int subscriptionCount() {
    return subscriptions.count();
  }

  /**
   * The queue with this name, made if it does not exist yet but may.
   *
   * @throws CallFailedException if there is no such queue
   */
  public LocalQueue queue(String queueName) {
    LocalQueue queue = queues.get(queueName);
    if (queue == null) {
      QueueDefinition definition =
          mayBeMade(queueName).orElseThrow(() -> new CallFailedException(Reason.UNKNOWN_OBJECT));
      queue = add(queueName, definition);
    }
    return queue;
  }

  private Optional<QueueDefinition> mayBeMade(String queueName) {
    return deleted.contains(queueName) ? Optional.empty() : definitions.find(queueName);
  }

  /**
   * Where messages for a queue go: to the local queue, or on their way to another queue manager. A
   * remote queue definition counts first, then a queue that exists, then one of the cluster, then
   * one that may be made.
   *
   * @param queueManagerName empty = this one, or whichever has the queue
   * @throws CallFailedException if there is no such queue, or no way to the queue manager
   */
  public PutTarget target(String queueName, String queueManagerName) {
    if (!queueManagerName.isEmpty() && !queueManagerName.equals(name)) {
      return routes.elsewhere(queueName, queueManagerName);
    }
    Optional<AliasDefinition> alias = routes.alias(queueName);
    if (alias.isPresent()) {
      return target(alias.get());
    }
    Optional<PutTarget> defined = routes.defined(queueName);
    if (defined.isPresent()) {
      return defined.get();
    }
    if (queues.containsKey(queueName)) {
      return queues.get(queueName);
    }
    return routes.clustered(queueName).orElseGet(() -> queue(queueName));
  }

  private PutTarget target(AliasDefinition alias) {
    if (routes.alias(alias.target()).isPresent()) {
      throw new CallFailedException(Reason.ALIAS_BASE_QUEUE_TYPE_ERROR);
    }
    try {
      return alias.ofTopic()
          ? topic(topicObjects.resolve(alias.target(), ""))
          : target(alias.target(), "");
    } catch (CallFailedException e) {
      throw e.reason() == Reason.UNKNOWN_OBJECT
          ? new CallFailedException(Reason.UNKNOWN_ALIAS_BASE_QUEUE)
          : e;
    }
  }

  /** How messages get to other queue managers. */
  public Routes routes() {
    return routes;
  }

  /** Who may do what. */
  public Security security() {
    return security;
  }

  /** Its distributed transactions. */
  public Transactions transactions() {
    return transactions;
  }

  /** Its listener objects. */
  public Listeners listeners() {
    return listeners;
  }

  /** Whether a queue is defined here, or made when it is opened. */
  public boolean hasQueue(String queueName) {
    return queueName.startsWith("SYSTEM.")
        || queues.containsKey(queueName)
        || routes.isDefined(queueName)
        || mayBeMade(queueName).isPresent();
  }

  /** Makes a queue that is listed, if it does not exist yet. */
  public void makeListed(String queueName) {
    if (definitions.isListed(queueName) && !deleted.contains(queueName)) {
      queue(queueName);
    }
  }

  /** Whether a queue is defined or in use. */
  public boolean isDefined(String queueName) {
    return queues.containsKey(queueName) || routes.isDefined(queueName);
  }

  /** Defines a queue, whether names are strict or not; it stays as it is if it exists. */
  public LocalQueue define(String queueName, QueueDefinition definition) {
    deleted.remove(queueName);
    LocalQueue queue = queues.get(queueName);
    return queue == null ? add(queueName, definition) : queue;
  }

  /** Puts the messages that were in the log on their queues, made if they do not exist. */
  public void recover() {
    for (MessageLog.Kept kept : log.takeKept()) {
      QueueDefinition definition = definitions.find(kept.queue()).orElseGet(definitions::otherwise);
      define(kept.queue(), definition).recover(kept.message());
    }
  }

  /** Its log. */
  public MessageLog log() {
    return log;
  }

  private LocalQueue add(String queueName, QueueDefinition definition) {
    return add(queueName, definition, log);
  }

  private LocalQueue add(String queueName, QueueDefinition definition, MessageLog itsLog) {
    LocalQueue queue =
        new LocalQueue(
            queueName,
            definition,
            timer,
            itsLog,
            message -> reports.report(ReportKind.EXPIRATION, message));
    queues.put(queueName, queue);
    return queue;
  }

  private LocalQueue addPassing(String queueName) {
    return add(queueName, definitions.otherwise(), MessageLog.none());
  }

  /**
   * Makes a temporary queue.
   *
   * @param model whose attributes it has
   * @param pattern its name, or the begin of it followed by {@code *}
   */
  public LocalQueue newTemporaryQueue(String model, String pattern) {
    String name =
        pattern.endsWith("*")
            ? pattern.substring(0, pattern.length() - 1) + hex(ids.next())
            : pattern;
    QueueDefinition definition = models.getOrDefault(model, definitions.otherwise());
    return add(name, definition, MessageLog.none());
  }

  /** Whether opening a queue of this name makes a temporary one. */
  public boolean isModel(String queueName) {
    return models.containsKey(queueName) || QueueDefinitions.isModel(queueName);
  }

  /** Defines a model queue, or defines it again. */
  public void defineModel(String queueName, QueueDefinition definition) {
    models.put(queueName, definition);
  }

  /** Deletes a model queue. */
  public void deleteModel(String queueName) {
    models.remove(queueName);
  }

  private LocalQueue newManagedQueue(boolean durable) {
    String kind = durable ? "DURABLE" : "NDURABLE";
    return addPassing("SYSTEM.MANAGED." + kind + "." + hex(ids.next()));
  }

  private static String hex(long number) {
    return HexFormat.of().withUpperCase().toHexDigits(number);
  }

  /** Deletes a queue with its messages; who waits there is told. */
  public void delete(LocalQueue queue) {
    queues.remove(queue.name());
    security.forget(queue.name());
    queue.failWaiters(Reason.QUEUE_DELETED);
  }

  /** Deletes a queue that is not made again when it is opened. */
  public void deleteForGood(LocalQueue queue) {
    delete(queue);
    routes.delete(queue.name());
    deleted.add(queue.name());
  }

  /** Its topic objects. */
  public TopicObjects topicObjects() {
    return topicObjects;
  }

  /** The subscription of a name; nothing if there is none. */
  public Optional<Subscription> subscription(String subscriptionName) {
    return Optional.ofNullable(subscriptions.find(subscriptionName));
  }

  /** Whether a publication on a topic would be sent to anybody. */
  public boolean hasSubscriber(String topicName) {
    return subscriptions.hasSubscriber(TopicPattern.levels(topicName));
  }

  /** Publishes something in PCF that the queue manager has to say itself. */
  public void publish(String topicName, byte[] data, boolean retained) {
    MessageDescriptor descriptor = MessageDescriptor.ofPcf();
    descriptor.priority(DEFAULT_PRIORITY);
    Message message = newReport(descriptor, data);
    if (retained) {
      message.retain();
    }
    topic(topicName).deliver(message);
  }

  /** A topic to publish to. */
  public Topic topic(String topicName) {
    return new Topic(topicName, subscriptions);
  }

  /**
   * Finds or makes a subscription; see {@link #close}.
   *
   * @param given where its publications go; null if it has a queue of its own
   */
  public Subscription subscribe(SubscribeRequest request, LocalQueue given) {
    forgetExpired();
    return subscriptions.open(request, given);
  }

  /** Sends a subscriber what is retained on its topics; returns how many publications. */
  public int sendRetained(Subscription subscription) {
    forgetExpired();
    return subscriptions.sendRetained(subscription);
  }

  private void forgetExpired() {
    subscriptions.forgetRetained(publication -> publication.isExpiredAt(timer.epochMillis()));
  }

  /** Ends one consumer's use of a subscription, and the subscription if it is to be removed. */
  public void close(Subscription subscription, boolean remove) {
    if (subscriptions.close(subscription, remove) && subscription.isManaged()) {
      delete(subscription.queue());
    }
  }

  /** Makes a message from what a put brought; fills in what the put left to the queue manager. */
  public Message newMessage(MessageDescriptor descriptor, PutOptions options, byte[] data) {
    return newMessage(descriptor, options, data, 0);
  }

  /**
   * The same for a message that is to be held back.
   *
   * @param deliverAtMillis wall-clock time at which it becomes available
   */
  public Message newMessage(
      MessageDescriptor descriptor, PutOptions options, byte[] data, long deliverAtMillis) {
    long epochMillis = timer.epochMillis();
    if (options.newMessageId() || !descriptor.hasMessageId()) {
      descriptor.messageId(ids.messageId());
    }
    if (options.newCorrelationId()) {
      descriptor.correlationId(ids.messageId());
    }
    if (descriptor.priority() < 0) {
      descriptor.priority(DEFAULT_PRIORITY);
    }
    if (descriptor.persistence() == PERSISTENCE_AS_QUEUE) {
      descriptor.persistence(0);
    }
    descriptor.completeReplyTo(paddedName);
    descriptor.backoutCount(0);
    descriptor.putDateAndTime(putClock.digits(epochMillis));
    Message message =
        new Message(
            descriptor, data, ids.token(), expiry(descriptor, epochMillis), deliverAtMillis);
    if (options.retains()) {
      message.retain();
    }
    return message;
  }

  private static long expiry(MessageDescriptor descriptor, long epochMillis) {
    int tenths = descriptor.expiryTenths();
    return tenths < 0 ? Message.NEVER : epochMillis + tenths * MILLIS_PER_TENTH;
  }

  private Message publicationCopy(Message publication) {
    MessageDescriptor descriptor = publication.descriptor().copy();
    descriptor.messageId(ids.messageId());
    return new Message(
        descriptor, publication.data(), ids.token(), publication.expiresAtMillis(), 0);
  }

  /** Makes an admitted message available, now or when its delay is over. */
  public void deliver(PutTarget target, Message message) {
    long delayMillis = message.deliverAtMillis() - timer.epochMillis();
    if (delayMillis > 0) {
      timer.schedule(delayMillis * NANOS_PER_MILLI, () -> arrive(target, message));
    } else {
      arrive(target, message);
    }
  }

  private void arrive(PutTarget target, Message message) {
    target.deliver(message);
    if (target instanceof LocalQueue queue && !queue.name().equals(deadLetterQueueName)) {
      reports.report(ReportKind.ARRIVAL, message);
      if (message.descriptor().asksFor(ReportKind.EXPIRATION)
          && message.expiresAtMillis() != Message.NEVER) {
        long leftMillis = message.expiresAtMillis() - timer.epochMillis();
        timer.schedule(leftMillis * NANOS_PER_MILLI, queue::discardExpired);
      }
    }
  }

  /**
   * Reports that a message cannot be put where it was to go, if its sender wants to know.
   *
   * @param reason why not
   * @param deliver what becomes of the report
   */
  public void reportException(Message message, int reason, BiConsumer<PutTarget, Message> deliver) {
    reports.report(ReportKind.EXCEPTION, reason, message, deliver);
  }

  /** A message that was got is gone from its queue for good. */
  public void settle(LocalQueue queue, Message message) {
    queue.settle();
    log.gone(message);
    if (message.address() == null) { // else it is on its way
      reports.report(ReportKind.DELIVERY, message);
    }
  }

  /** Makes a message of a report; it has an id of its own unless the sender wants another. */
  Message newReport(MessageDescriptor descriptor, byte[] data) {
    if (!descriptor.hasMessageId()) {
      descriptor.messageId(ids.messageId());
    }
    descriptor.backoutCount(0);
    descriptor.originQueueManager(name);
    descriptor.putDateAndTime(putClock.digits(timer.epochMillis()));
    return new Message(descriptor, data, ids.token(), Message.NEVER, 0);
  }

  /** Answers a message; the answer becomes a dead letter if it cannot be put. */
  public void reply(Message request, byte[] data) {
    MessageDescriptor about = request.descriptor();
    if (!about.replyToQueue().isEmpty()) {
      reports.send(newReport(about.reply(), data), about, this::deliver);
    }
  }

  /** Makes a message of one that came from another queue manager: it keeps what it is. */
  public Message newArrival(MessageDescriptor descriptor, long expiresAtMillis, byte[] data) {
    descriptor.backoutCount(0);
    return new Message(descriptor, data, ids.token(), expiresAtMillis, 0);
  }

  /**
   * Puts empty messages on a queue until it is full. Returns how many.
   *
   * @throws CallFailedException if there is no such queue
   */
  public int fill(String queueName) {
    LocalQueue queue = queue(queueName);
    int put = 0;
    while (queue.depth() < queue.definition().maxDepth()) {
      MessageDescriptor descriptor = MessageDescriptor.empty();
      descriptor.messageId(ids.messageId());
      descriptor.priority(DEFAULT_PRIORITY);
      descriptor.putDateAndTime(putClock.digits(timer.epochMillis()));
      queue.admit();
      queue.deliver(new Message(descriptor, new byte[0], ids.token(), Message.NEVER, 0));
      put++;
    }
    return put;
  }

  /**
   * Puts the messages that are available in a queue on the dead-letter queue, as the end of a
   * channel does that could not put them where they were meant to go. Returns how many.
   *
   * @param reason why not
   * @throws CallFailedException if there is no such queue, or the dead-letter queue is full
   */
  public int deadLetter(String queueName, int reason) {
    LocalQueue meant = queue(queueName);
    LocalQueue deadLetters = deadLetterQueue();
    if (meant == deadLetters) {
      throw new IllegalArgumentException("what is in " + queueName + " is dead already");
    }
    int moved = 0;
    for (Message message = meant.first(); message != null; message = meant.first()) {
      deadLetters.admit();
      Message dead = message;
      log.together(
          () -> {
            meant.discard(dead);
            deadLetters.deliver(deadLetter(dead, queueName, reason));
            reportException(dead, reason, this::deliver);
          });
      moved++;
    }
    return moved;
  }

  /** Where messages go that cannot be delivered (ALTER QMGR DEADQ). */
  public String deadLetterQueueName() {
    return deadLetterQueueName;
  }

  public void deadLetterQueueName(String queueName) {
    deadLetterQueueName = queueName;
  }

  /** The queue for messages that cannot be delivered; it exists although names are strict. */
  public LocalQueue deadLetterQueue() {
    return define(deadLetterQueueName, definitions.otherwise());
  }

  /** A message for the dead-letter queue: one that was meant for another, and why not. */
  public Message deadLetter(Message message, String queueName, int reason) {
    MessageDescriptor descriptor = message.descriptor().copy();
    descriptor.putDateAndTime(putClock.digits(timer.epochMillis()));
    byte[] letter = DeadLetterHeader.before(message.data(), descriptor, reason, queueName, name);
    return new Message(descriptor, letter, ids.token(), message.expiresAtMillis(), 0);
  }

  /** What a crash takes: all messages that are not persistent. Returns how many. */
  public int discardNonPersistent() {
    transactions.discardNonPersistent();
    subscriptions.forgetRetained(publication -> !publication.descriptor().isPersistent());
    int discarded = 0;
    for (LocalQueue queue : new ArrayList<>(queues.values())) {
      discarded += queue.discardWhere(message -> !message.descriptor().isPersistent());
    }
    return discarded;
  }
}
