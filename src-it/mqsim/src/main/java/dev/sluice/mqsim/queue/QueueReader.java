package dev.sluice.mqsim.queue;

import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.queue.selector.Selector;
import java.util.BitSet;

/**
 * One open handle's view of a queue: its selector, its browse cursor, and the message it keeps
 * locked.
 *
 * <p>A get first finds, then decides what to do with what it found: take it, move the cursor to it,
 * or, when the client's buffer is too small, keep it for the client's next try so that nobody else
 * takes it in between.
 */
public final class QueueReader {

  private final LocalQueue queue;
  private final Selector selector;
  private Message cursor;
  private Message locked;

  public QueueReader(LocalQueue queue, Selector selector) {
    this.queue = queue;
    this.selector = selector;
  }

  public LocalQueue queue() {
    return queue;
  }

  /** The first message that this handle may see and that matches; null if there is none. */
  public Message find(MatchCriteria criteria, Browse browse) {
    if (browse == Browse.UNDER_CURSOR) {
      return cursor != null && cursor.chain != null && isVisible(cursor) ? cursor : null;
    }
    Message message = browse == Browse.NEXT && cursor != null ? queue.after(cursor) : queue.first();
    while (message != null) {
      if (queue.isExpired(message)) {
        queue.expire(message);
        message = queue.after(message);
      } else if (accepts(message, criteria)) {
        return message;
      } else {
        message = queue.after(message);
      }
    }
    return null;
  }

  /** Whether a message would be found, leaving the cursor aside. */
  public boolean accepts(Message message, MatchCriteria criteria) {
    return isVisible(message)
        && criteria.matches(message)
        && (selector == null || selector.accepts(message.properties()))
        && (!criteria.wholeGroups() || !message.descriptor().isInGroup() || isWhole(message));
  }

  /** Whether all messages of a message's group are on the queue, and nobody has locked one. */
  private boolean isWhole(Message member) {
    byte[] group = member.descriptor().groupId();
    BitSet numbers = new BitSet();
    int last = Integer.MAX_VALUE;
    for (Message message = queue.first(); message != null; message = queue.after(message)) {
      MessageDescriptor descriptor = message.descriptor();
      if (descriptor.groupIdIs(group) && isVisible(message) && !queue.isExpired(message)) {
        numbers.set(descriptor.sequenceNumber());
        last = descriptor.isLastInGroup() ? descriptor.sequenceNumber() : last;
      }
    }
    return numbers.cardinality() == last;
  }

  private boolean isVisible(Message message) {
    return message.lockedBy == null || message.lockedBy == this;
  }

  /** Takes a message that was found off the queue. */
  public void take(Message message) {
    if (locked == message) {
      message.lockedBy = null;
      locked = null;
    }
    queue.take(message);
    unlock();
  }

  /** Moves the cursor to a message that was found. */
  public void browseTo(Message message, boolean lock) {
    cursor = message;
    if (lock) {
      keep(message);
    } else {
      unlock();
    }
  }

  /** Hides a message that was found from all other readers until this one's next get. */
  public void keep(Message message) {
    if (locked != message) {
      unlock();
      locked = message;
      message.lockedBy = this;
    }
  }

  /** Lets other readers see the locked message again. */
  public void unlock() {
    Message released = locked;
    if (released != null) {
      locked = null;
      released.lockedBy = null;
      if (released.chain != null) {
        queue.offer(released);
      }
    }
  }
}
