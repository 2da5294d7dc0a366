package dev.sluice.control.fleet.protocol;

import java.util.ArrayList;
import java.util.List;

/**
 * The items of an agent's task, all of them, until the task is forgotten. What the controller has
 * not taken is sent again when it is due. For one thread.
 */
final class ItemQueue {

  /** No message carries more, unless one item alone is larger. */
  private static final int MESSAGE_BYTES = 256 << 10;

  private final List<Item> items = new ArrayList<>();
  private long taken;
  private long sent;
  private long waitsNanos; // since when nothing of what was sent was taken

  void add(Item.Kind kind, long number, Content content) {
    items.add(new Item(items.size(), kind, number, content));
  }

  long size() {
    return items.size();
  }

  /** The controller has taken all items before that one. */
  void taken(long nowNanos, long before) {
    if (before > taken) {
      waitsNanos = nowNanos;
      taken = Math.min(items.size(), before);
      sent = Math.max(sent, taken);
    }
  }

  /** Another controller asks from the beginning. */
  void again() {
    taken = 0;
    sent = 0;
  }

  /**
   * The items to send now: those that were never sent, and after a while those not taken.
   *
   * @param resendNanos how long to wait for an answer
   */
  List<Item> due(long nowNanos, long resendNanos) {
    if (sent > taken && nowNanos - waitsNanos >= resendNanos) {
      sent = taken;
    }
    if (sent == taken) {
      waitsNanos = nowNanos;
    }
    List<Item> due = new ArrayList<>();
    int bytes = 0;
    while (sent < items.size() && (due.isEmpty() || bytes < MESSAGE_BYTES)) {
      Item item = items.get((int) sent);
      if (!due.isEmpty() && bytes + item.content().size() > MESSAGE_BYTES) {
        break;
      }
      bytes += item.content().size();
      due.add(item);
      sent++;
    }
    return due;
  }
}
