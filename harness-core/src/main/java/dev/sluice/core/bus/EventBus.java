package dev.sluice.core.bus;

import dev.sluice.core.bus.Sink.WorkerStep;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Summary.Overflow;
import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The one dispatcher of what happens in a run. It puts everything into the bounded queue of each
 * sink, for all sinks in the same order, and returns: no command, worker or provider waits for an
 * output. A queue that is full drops what comes and counts it. Any thread.
 */
public final class EventBus implements Sink {

  private final NanoClock clock;
  private final List<SinkQueue> queues;

  /**
   * @param clock what the threads of the sinks live by
   */
  public EventBus(NanoClock clock, List<Sink> sinks) {
    this.clock = clock;
    this.queues =
        new CopyOnWriteArrayList<>(
            sinks.stream().map(sink -> new SinkQueue(sink, clock)).collect(Collectors.toList()));
  }

  /** It is told of all that comes. */
  public void add(Sink sink) {
    queues.add(new SinkQueue(sink, clock));
  }

  /** It is told of nothing more, but for a call that is under way. */
  public void remove(Sink sink) {
    List<SinkQueue> leaving = queues.stream().filter(each -> each.sink() == sink).toList();
    queues.removeAll(leaving);
    leaving.forEach(SinkQueue::abandon);
  }

  /** Everything that sinks did not get so far; those that got all are left out. */
  public List<Overflow> overflows() {
    return queues.stream()
        .map(SinkQueue::overflow)
        .filter(overflow -> !overflow.isNothing())
        .toList();
  }

  /** The outputs that are in a call now, and since when each of them is. */
  public Map<String, Long> tellingSinceNanos() {
    Map<String, Long> telling = new TreeMap<>();
    for (SinkQueue queue : queues) {
      long sinceNanos = queue.tellingSinceNanos();
      if (sinceNanos != NanoClock.NEVER) {
        telling.putIfAbsent(queue.sink().name(), sinceNanos);
      }
    }
    return telling;
  }

  /**
   * Waits until all sinks have been told everything; nothing is taken any more.
   *
   * @return how many did not take it in time
   */
  public int close(Duration timeout) throws InterruptedException {
    queues.forEach(SinkQueue::close);
    long deadlineNanos = clock.nanos() + timeout.toNanos();
    int blocked = 0;
    for (SinkQueue queue : queues) {
      blocked += queue.awaitTold(deadlineNanos) ? 0 : 1;
    }
    return blocked;
  }

  @Override
  public void connecting(String workload, int up, int of) {
    tell(false, sink -> sink.connecting(workload, up, of));
  }

  @Override
  public void worker(WorkerStep step) {
    tell(
        queues.stream().filter(each -> each.sink().followsWorkers()).toList(),
        false,
        sink -> sink.worker(step));
  }

  @Override
  public void notStarted(Instant time) {
    tell(false, sink -> sink.notStarted(time));
  }

  @Override
  public void event(RunEvent event) {
    tell(false, sink -> sink.event(event));
  }

  @Override
  public void connections(List<ConnectionEvent> events) {
    tell(false, sink -> sink.connections(events));
  }

  @Override
  public void interval(Snapshot snapshot) {
    tell(true, sink -> sink.interval(snapshot));
  }

  @Override
  public void part(String host, Snapshot snapshot, double cpuCores) {
    tell(true, sink -> sink.part(host, snapshot, cpuCores));
  }

  @Override
  public void summary(Summary summary) {
    tell(false, sink -> sink.summary(summary));
  }

  private void tell(boolean interval, Consumer<Sink> news) {
    tell(queues, interval, news);
  }

  /** One thing at a time, so that all sinks are told in the same order. */
  private synchronized void tell(List<SinkQueue> to, boolean interval, Consumer<Sink> news) {
    to.forEach(queue -> queue.offer(interval, news));
  }
}
