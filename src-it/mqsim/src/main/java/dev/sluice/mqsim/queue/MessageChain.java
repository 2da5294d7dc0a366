package dev.sluice.mqsim.queue;

/** Messages of one priority in order of arrival: a doubly linked list through the messages. */
final class MessageChain {

  private final int priority;
  private Message first;
  private Message last;

  MessageChain(int priority) {
    this.priority = priority;
  }

  int priority() {
    return priority;
  }

  Message first() {
    return first;
  }

  /** Inserts by sequence; cheap at either end, where nearly all insertions happen. */
  void insert(Message message) {
    Message before = last;
    while (before != null && before.sequence > message.sequence) {
      if (first.sequence > message.sequence) {
        before = null; // belongs at the head
      } else {
        before = before.previous;
      }
    }
    Message after = before == null ? first : before.next;
    message.chain = this;
    message.previous = before;
    message.next = after;
    if (before == null) {
      first = message;
    } else {
      before.next = message;
    }
    if (after == null) {
      last = message;
    } else {
      after.previous = message;
    }
  }

  void remove(Message message) {
    if (message.previous == null) {
      first = message.next;
    } else {
      message.previous.next = message.next;
    }
    if (message.next == null) {
      last = message.previous;
    } else {
      message.next.previous = message.previous;
    }
    message.chain = null;
    message.previous = null;
    message.next = null;
  }
}
