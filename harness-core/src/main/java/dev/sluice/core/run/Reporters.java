package dev.sluice.core.run;

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
final class Reporters implements Reporter {

  private final List<ReporterQueue> queues;

  Reporters(List<Reporter> reporters) {
    this.queues =
        new CopyOnWriteArrayList<>(
            reporters.stream().map(ReporterQueue::new).collect(Collectors.toList()));
  }

  void add(Reporter reporter) {
    queues.add(new ReporterQueue(reporter));
  }

  /** It is told of nothing more, but for a call that is under way. */
  void remove(Reporter reporter) {
    List<ReporterQueue> leaving = queues.stream().filter(each -> each.isOf(reporter)).toList();
    queues.removeAll(leaving);
    leaving.forEach(ReporterQueue::abandon);
  }

  /**
   * Waits until all reporters have been told everything; nothing is taken any more.
   *
   * @return how many did not take it in time
   */
  int close(Duration timeout) throws InterruptedException {
    queues.forEach(ReporterQueue::close);
    long deadlineNanos = System.nanoTime() + timeout.toNanos();
    int blocked = 0;
    for (ReporterQueue queue : queues) {
      long left = Duration.ofNanos(deadlineNanos - System.nanoTime()).toMillis();
      blocked += queue.awaitTold(left) ? 0 : 1;
    }
    return blocked;
  }

  @Override
  public void connecting(String workload, int up, int of) {
    tell(ReporterQueue::event, r -> r.connecting(workload, up, of));
  }

  @Override
  public void worker(WorkerStep step) {
    tell(ReporterQueue::workerStep, r -> r.worker(step));
  }

  @Override
  public void notStarted(Instant time) {
    tell(ReporterQueue::event, r -> r.notStarted(time));
  }

  @Override
  public void event(RunEvent event) {
    tell(ReporterQueue::event, r -> r.event(event));
  }

  @Override
  public void connections(List<ConnectionEvent> events) {
    tell(ReporterQueue::event, r -> r.connections(events));
  }

  @Override
  public void interval(Snapshot snapshot) {
    tell(ReporterQueue::interval, r -> r.interval(snapshot));
  }

  @Override
  public void summary(Summary summary) {
    tell(ReporterQueue::event, r -> r.summary(summary));
  }

  /** One thing at a time, so that all reporters are told in the same order. */
  private synchronized void tell(
      BiConsumer<ReporterQueue, Consumer<Reporter>> how, Consumer<Reporter> news) {
    queues.forEach(queue -> how.accept(queue, news));
  }
}
