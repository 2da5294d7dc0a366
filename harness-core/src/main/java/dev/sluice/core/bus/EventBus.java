package dev.sluice.core.bus;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * All reporters of a run. Each is told by a thread of its own, in the order in which things
 * happened; whoever has something to tell waits for none of them.
 */
public final class EventBus implements Sink {

  private final List<SinkQueue> queues;

  public EventBus(List<Sink> reporters) {
    this.queues =
        new CopyOnWriteArrayList<>(
            reporters.stream().map(SinkQueue::new).collect(Collectors.toList()));
  }

  public void add(Sink reporter) {
    queues.add(new SinkQueue(reporter));
  }

  /** It is told of nothing more, but for a call that is under way. */
  public void remove(Sink reporter) {
    List<SinkQueue> leaving = queues.stream().filter(each -> each.isOf(reporter)).toList();
    queues.removeAll(leaving);
    leaving.forEach(SinkQueue::abandon);
  }

  /**
   * Waits until all reporters have been told everything; nothing is taken any more.
   *
   * @return how many did not take it in time
   */
  public int close(Duration timeout) throws InterruptedException {
    queues.forEach(SinkQueue::close);
    long deadlineNanos = System.nanoTime() + timeout.toNanos();
    int blocked = 0;
    for (SinkQueue queue : queues) {
      long left = Duration.ofNanos(deadlineNanos - System.nanoTime()).toMillis();
      blocked += queue.awaitTold(left) ? 0 : 1;
    }
    return blocked;
  }

  @Override
  public void connecting(String workload, int up, int of) {
    tell(SinkQueue::event, r -> r.connecting(workload, up, of));
  }

  @Override
  public void worker(WorkerStep step) {
    tell(SinkQueue::workerStep, r -> r.worker(step));
  }

  @Override
  public void notStarted(Instant time) {
    tell(SinkQueue::event, r -> r.notStarted(time));
  }

  @Override
  public void event(RunEvent event) {
    tell(SinkQueue::event, r -> r.event(event));
  }

  @Override
  public void connections(List<ConnectionEvent> events) {
    tell(SinkQueue::event, r -> r.connections(events));
  }

  @Override
  public void interval(Snapshot snapshot) {
    tell(SinkQueue::interval, r -> r.interval(snapshot));
  }

  @Override
  public void summary(Summary summary) {
    tell(SinkQueue::event, r -> r.summary(summary));
  }

  /** One thing at a time, so that all reporters are told in the same order. */
  private synchronized void tell(BiConsumer<SinkQueue, Consumer<Sink>> how, Consumer<Sink> news) {
    queues.forEach(queue -> how.accept(queue, news));
  }
}
