package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.structure.Balancing;
import dev.sluice.mqsim.queue.Message;
import dev.sluice.mqsim.queue.Reason;
import dev.sluice.mqsim.queue.Timer;
import java.util.ArrayList;
import java.util.List;

/**
 * What a uniform cluster balances: one JMS connection with all its sessions. Instances of one
 * application have the same application name.
 *
 * <p>While an instance is being moved its waiting gets are not served: a message that is sent to a
 * client just when the client leaves would be lost. For the same reason it is asked to move only
 * when its next call has shown that it has the last message.
 */
public final class ApplicationInstance {

  /** How long a client may take to leave before it is served again. */
  static final long MOVE_TIMEOUT_NANOS = 10_000_000_000L;

  private final String applicationName;
  private final boolean reconnectable;
  private final Balancing balancing;
  private final List<Conversation> conversations = new ArrayList<>();
  private final Timer timer;
  private ReconnectTarget target;
  private boolean asked;
  private Immovability held = Immovability.NONE;
  private boolean renamed;
  private boolean stayed;
  private long replyAwaitedUntilMillis;
  private byte[] tag = {};
  private int timesImmovable;
  private long immovableMillis;

  ApplicationInstance(
      String applicationName, boolean reconnectable, Balancing balancing, Timer timer) {
    this.applicationName = applicationName;
    this.reconnectable = reconnectable;
    this.balancing = balancing;
    this.timer = timer;
  }

  public String applicationName() {
    return applicationName;
  }

  /** How many conversations it has: one for the connection, one for each session. */
  public int conversationCount() {
    return conversations.size();
  }

  /** How it wants to be balanced. */
  public Balancing balancing() {
    return balancing;
  }

  /** The id that its first conversation was given. */
  public byte[] tag() {
    return tag.clone();
  }

  void tag(byte[] id) {
    if (tag.length == 0) {
      tag = id.clone();
    }
  }

  /** How often it could not be moved at once when it was to be. */
  public int timesImmovable() {
    return timesImmovable;
  }

  /** Wall-clock time of the last of them; 0 if there was none. */
  public long immovableMillis() {
    return immovableMillis;
  }

  /** Why it cannot be moved now. */
  public Immovability immovability() {
    if (held != Immovability.NONE) {
      return held;
    } else if (!reconnectable) {
      return Immovability.NOT_RECONNECTABLE;
    } else if (renamed) {
      return Immovability.APPLNAME_CHANGED;
    } else if (asked) {
      return Immovability.MOVING;
    } else if (isInTransaction()) {
      return Immovability.IN_TRANSACTION;
    } else if (awaitsReply()) {
      return Immovability.AWAITS_REPLY;
    }
    return stayed ? Immovability.NO_REDIRECT : Immovability.NONE;
  }

  private boolean isInTransaction() {
    return !balancing.ignoresTransactions()
        && conversations.stream().anyMatch(conversation -> !conversation.unitOfWork().isEmpty());
  }

  private boolean awaitsReply() {
    return balancing.awaitsReplies() && timer.epochMillis() < replyAwaitedUntilMillis;
  }

  /** It has put a message, to which it may want a reply until the message expires. */
  void put(Message message) {
    replyAwaitedUntilMillis = message.expiresAtMillis();
  }

  /** It has got a message. */
  void got() {
    replyAwaitedUntilMillis = 0;
  }

  /** Stays from now on, for a reason that its own doings need not have; NONE ends it. */
  public void hold(Immovability reason) {
    held = reason;
  }

  /** Whether its client would follow a request to reconnect. */
  public boolean isMovable() {
    return held == Immovability.NONE && reconnectable && target == null && !conversations.isEmpty();
  }

  /** Where it has been asked to go; null if nowhere. */
  public ReconnectTarget target() {
    return target;
  }

  /** Whether it consumes messages. */
  public boolean hasInput() {
    return conversations.stream().anyMatch(Conversation::hasInput);
  }

  void joined(Conversation conversation, String name) {
    conversations.add(conversation);
    renamed |= !name.equals(applicationName);
  }

  void left(Conversation conversation) {
    conversations.remove(conversation);
  }

  /** Whether gets of this instance have to wait because it is about to leave. */
  boolean isLeaving() {
    return asked;
  }

  /**
   * Moves the instance to another queue manager: at once, or, if it has a unit of work open, waits
   * for a reply, or a message is on its way to it, when that ends, but not later than it wants.
   */
  public void move(ReconnectTarget destination) {
    target = destination;
    if (hasOpenWork()) {
      countImmovable();
      if (balancing.timeoutSeconds() != Balancing.TIMEOUT_NEVER) {
        timer.schedule(balancing.timeoutNanos(), this::ask);
      }
    } else {
      ask();
    }
  }

  private void countImmovable() {
    timesImmovable++;
    immovableMillis = timer.epochMillis();
  }

  /** Ends the waits of its gets with a reason that makes the client reconnect. */
  public void interruptGets() {
    for (Conversation conversation : List.copyOf(conversations)) {
      if (conversation.waitingGet() != null) {
        conversation.waitingGet().fail(Reason.QUEUE_MANAGER_QUIESCING);
      }
    }
  }

  /** A unit of work of this instance has ended, or a message has arrived. */
  void workEnded() {
    if (target != null && !asked && !hasOpenWork()) {
      ask();
    }
  }

  private boolean hasOpenWork() {
    return isInTransaction()
        || awaitsReply()
        || conversations.stream().anyMatch(Conversation::isMessageUnderWay);
  }

  private void ask() {
    if (!asked && !conversations.isEmpty()) {
      asked = true;
      Conversation ofJmsConnection = conversations.get(0); // sessions connect after it
      ofJmsConnection
          .connection()
          .askToReconnect(target.queueManagerName(), target.queueManagerId());
      timer.schedule(MOVE_TIMEOUT_NANOS, this::stay);
    }
  }

  /** Its client has left as it was asked to, and has come back instead of going there. */
  void cameBack() {
    stayed = true;
    countImmovable();
  }

  /** The client has not left: it is served again, and may be asked again. */
  private void stay() {
    stayed = asked;
    asked = false;
    target = null;
    countImmovable();
    List.copyOf(conversations).forEach(Conversation::resume);
  }
}
