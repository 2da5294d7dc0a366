package dev.sluice.core.bus;

import dev.sluice.core.bus.Sink.WorkerStep;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Summary.Overflow;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.Signal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
   * Waits until all sinks have been told everything, failures of others at the end included;
   * nothing is taken any more.
   *
   * @return how many did not take it in time
   */
  public int close(Duration timeout) throws InterruptedException {
    long deadlineNanos = clock.nanos() + timeout.toNanos();
    for (SinkQueue queue : queues) {
      queue.awaitNoNews(deadlineNanos);
    }
    queues.forEach(SinkQueue::close);
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
  public void part(String host, Snapshot snapshot) {
    tell(true, sink -> sink.part(host, snapshot));
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

  /**
   * The bounded queue before one sink, and the thread that empties it into the sink. What a sink
   * throws is told as a failure of that thread, and changes nothing.
   *
   * <p>The queue holds {@value #MAX_INTERVALS} intervals and {@value #MAX_EVENTS} of everything
   * else. Events that do not fit are dropped and counted, and the sink is told how many before the
   * next one. Any thread.
   */
  static final class SinkQueue {

    /** An hour of intervals of a second. */
    static final int MAX_INTERVALS = 3_600;

    /** Enough for a large run that loses all its connections, several times. */
    static final int MAX_EVENTS = 100_000;

    private static final Logger LOG = LoggerFactory.getLogger(SinkQueue.class);

    private record News(boolean interval, Consumer<Sink> call) {}

    private final Sink sink;
    private final NanoClock clock;
    private final Signal changes;
    private final Queue<News> waiting = new ArrayDeque<>(); // guarded by this
    private int intervals; // that wait; guarded by this
    private Overflow untold; // what was left out since the sink was last told; guarded by this
    private Overflow overflow; // all that was left out; guarded by this
    private boolean inCall; // guarded by this
    private boolean closed; // guarded by this
    private volatile boolean allTold;
    private volatile long tellingSinceNanos = NanoClock.NEVER;

    SinkQueue(Sink sink, NanoClock clock) {
      this.sink = sink;
      this.clock = clock;
      this.changes = new Signal(clock);
      this.untold = Overflow.none(sink.name());
      this.overflow = untold;
      clock.start("sink-" + sink.name(), this::tellAll);
    }

    Sink sink() {
      return sink;
    }

    /** Since when the sink has been inside one call, {@link NanoClock#NEVER} if it is in none. */
    long tellingSinceNanos() {
      return tellingSinceNanos;
    }

    /** The number dropped so far. */
    synchronized Overflow overflow() {
      return overflow;
    }

    /** Nothing is taken any more; what waits is still told. */
    void close() {
      synchronized (this) {
        if (!closed) {
          addOverflow();
          closed = true;
        }
      }
      changes.raise();
    }

    /** Nothing is taken any more, and what waits is not told. */
    void abandon() {
      synchronized (this) {
        waiting.clear();
        closed = true;
      }
      changes.raise();
    }

    /** Waits until all is told that has come so far, or until it is not told in time. */
    void awaitNoNews(long deadlineNanos) throws InterruptedException {
      changes.await(this::isNoNews, deadlineNanos);
    }

    /**
     * Waits until all is told, after {@link #close}.
     *
     * @return false if the sink did not take it in time
     */
    boolean awaitTold(long deadlineNanos) throws InterruptedException {
      return changes.await(() -> allTold, deadlineNanos);
    }

    /**
     * Something happened that the sink is to be told of.
     *
     * @param interval whether an interval has ended
     */
    void offer(boolean interval, Consumer<Sink> call) {
      synchronized (this) {
        if (closed) {
          return;
        }
        boolean full =
            interval ? intervals >= MAX_INTERVALS : waiting.size() - intervals >= MAX_EVENTS;
        if (full) {
          untold = untold.plus(interval);
          overflow = overflow.plus(interval);
          return;
        }
        addOverflow();
        add(new News(interval, call));
      }
      changes.raise();
    }

    /** The number dropped up to here, for the sink to say so. Guarded by this. */
    private void addOverflow() {
      if (untold.isNothing()) {
        return;
      }
      Overflow told = untold;
      untold = Overflow.none(sink.name());
      add(
          new News(
              false,
              to -> {
                LOG.warn("{}", told.text()); // here, because whoever logs may have to wait for it
                to.missed(told.intervals(), told.events());
              }));
    }

    /** Guarded by this. */
    private void add(News news) {
      waiting.add(news);
      intervals += news.interval ? 1 : 0;
    }

    private void tellAll() {
      try {
        changes.await(this::isNewsOrEnd);
        for (News next = take(); next != null; next = take()) {
          tell(next);
          changes.await(this::isNewsOrEnd);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // nobody else has this thread, so it is to end
      } finally {
        abandon(); // what this thread does not tell stays untold
        allTold = true;
        changes.raise();
      }
    }

    private void tell(News news) {
      tellingSinceNanos = clock.nanos();
      try {
        news.call.accept(sink);
      } catch (RuntimeException | Error e) { // its next call may go well
        NanoClock.survived(e);
      } finally {
        tellingSinceNanos = NanoClock.NEVER;
      }
      if (endedCall()) {
        changes.raise();
      }
    }

    private synchronized boolean isNewsOrEnd() {
      return closed || !waiting.isEmpty();
    }

    private synchronized boolean isNoNews() {
      return waiting.isEmpty() && !inCall;
    }

    /** Returns whether somebody may wait for the end of what was told. */
    private synchronized boolean endedCall() {
      inCall = false;
      return waiting.isEmpty();
    }

    /** The next news; null when there will be none. */
    private synchronized News take() {
      News next = waiting.poll();
      inCall = next != null;
      intervals -= inCall && next.interval ? 1 : 0;
      return next;
    }
  }
}
