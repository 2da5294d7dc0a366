package dev.sluice.control.fleet.protocol;

import dev.sluice.control.fleet.protocol.FleetMessage.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The items of an agent's task: those since the last sum but one, and all that no sum stands for.
 * What the controller has not taken is sent again when it is due. For one thread.
 */
final class ItemQueue {

  /** No message carries more, unless one item alone is larger. */
  private static final int MESSAGE_BYTES = 256 << 10;

  private final NavigableMap<Long, Item> items = new TreeMap<>();
  private long made;
  private long lastSum;
  private long taken;
  private long sent;
  private long waitsNanos; // since when nothing of what was sent was taken

  void add(Item.Payload kind, long number, Content content) {
    if (kind == Item.Payload.SUM) {
      items.headMap(lastSum).values().removeIf(each -> each.payload() != Item.Payload.DELIVERIES);
      lastSum = made;
    }
    items.put(made, new Item(made, made - 1, kind, number, content));
    made++;
  }

  /** The controller has taken all items before that one. */
  void taken(long nowNanos, long before) {
    if (before > taken) {
      waitsNanos = nowNanos;
      taken = Math.min(made, before);
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
    Long last = items.lowerKey(sent);
    long after = last == null ? -1 : last;
    for (Item item : items.tailMap(sent).values()) {
      if (!due.isEmpty() && bytes + item.content().size() > MESSAGE_BYTES) {
        break;
      }
      bytes += item.content().size();
      due.add(new Item(item.sequence(), after, item.payload(), item.number(), item.content()));
      after = item.sequence();
      sent = after + 1;
    }
    return due;
  }
}
