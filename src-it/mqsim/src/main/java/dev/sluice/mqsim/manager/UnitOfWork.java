package dev.sluice.mqsim.manager;

import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.queue.Message;
import dev.sluice.mqsim.queue.PutTarget;
import java.util.ArrayList;
import java.util.List;

/** What one connection has put and got under syncpoint since its last commit or backout. */
public final class UnitOfWork {

  private record Put(PutTarget target, Message message) {}

  private record Got(LocalQueue queue, Message message) {}

  private final QueueManager queueManager;
  private final List<Put> puts = new ArrayList<>();
  private final List<Got> gots = new ArrayList<>();

  public UnitOfWork(QueueManager queueManager) {
    this.queueManager = queueManager;
  }

  /** Adds a message whose room in the target is already taken. */
  public void put(PutTarget target, Message message) {
    target.pending(message);
    puts.add(new Put(target, message));
  }

  /** Adds a message that was taken off a queue. */
  public void got(LocalQueue queue, Message message) {
    gots.add(new Got(queue, message));
  }

  public boolean isEmpty() {
    return puts.isEmpty() && gots.isEmpty();
  }

  /** Whether one message more may be put or got before it ends. */
  public boolean hasRoom() {
    return puts.size() + gots.size() < queueManager.maxUncommittedMessages();
  }

  /** What a crash takes. */
  void discardNonPersistent() {
    puts.removeIf(put -> isLost(put.message, put.target::cancel));
    gots.removeIf(got -> isLost(got.message, got.queue::settle));
  }

  private static boolean isLost(Message message, Runnable leave) {
    boolean lost = !message.descriptor().isPersistent();
    if (lost) {
      leave.run();
    }
    return lost;
  }

  /** Makes everything final. */
  public void commit() {
    List<Put> delivered = List.copyOf(puts);
    List<Got> settled = List.copyOf(gots);
    puts.clear();
    gots.clear();
    queueManager
        .log()
        .together(
            () -> {
              settled.forEach(got -> queueManager.settle(got.queue, got.message));
              delivered.forEach(put -> queueManager.deliver(put.target, put.message));
            });
  }

  /**
   * Undoes everything. Messages got return to where they were, in the order in which they were got,
   * with a higher backout count.
   */
  public void backOut() {
    List<Put> cancelled = List.copyOf(puts);
    List<Got> returned = List.copyOf(gots);
    puts.clear();
    gots.clear();
    cancelled.forEach(put -> put.target.cancel());
    for (Got got : returned) {
      got.message.descriptor().backoutCount(got.message.descriptor().backoutCount() + 1);
    }
    for (Got got : returned) {
      got.queue.restore(got.message);
    }
  }
}
