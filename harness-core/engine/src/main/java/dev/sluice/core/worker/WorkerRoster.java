package dev.sluice.core.worker;

import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.Signal;
import dev.sluice.core.worker.WorkerThread.WorkerState;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Which workers of a workload are there, in which states, and what happened to the others; and the
 * waiting for states. Any thread; guarded by itself.
 */
public final class WorkerRoster {

  private final NanoClock clock;
  private final Signal changes;
  private final Set<WorkerThread> workers = new LinkedHashSet<>();
  private final Set<WorkerThread> lostWhileEnding = new HashSet<>();
  private int connecting;
  private int connectingLimit; // what the starting thread waits for
  private int up;
  private int lost;
  private int endedDisconnected;
  private boolean closed;
  private Exception openFailure;
  private volatile long answeredNanos = Long.MIN_VALUE; // by the broker
  private volatile long unansweredNanos = NanoClock.NEVER; // the first question since

  WorkerRoster(NanoClock clock) {
    this.clock = clock;
    this.changes = new Signal(clock);
  }

  /** Takes in a worker whose thread is about to start; returns false if nobody is, any more. */
  synchronized boolean admit(WorkerThread worker) {
    if (closed) {
      return false;
    }
    workers.add(worker);
    connecting++; // before the thread runs, so that the next starter counts it
    return true;
  }

  /** One that was admitted got no thread: as if it had never been there. */
  synchronized void dismiss(WorkerThread worker) {
    workers.remove(worker);
    connecting--;
    changes.raise();
  }

  /**
   * Nobody is admitted from now on; a wait for workers that connect ends. A connection that is lost
   * later has no time to come back.
   */
  synchronized void close() {
    closed = true;
    changes.raise();
  }

  synchronized boolean closed() {
    return closed;
  }

  /** A worker passed from one state to another; one that has ended leaves. */
  synchronized void changed(WorkerThread worker, WorkerState from, WorkerState to) {
    connecting -= from == WorkerState.CONNECTING ? 1 : 0;
    up += (to == WorkerState.UP ? 1 : 0) - (from == WorkerState.UP ? 1 : 0);
    lost += to == WorkerState.FAILED ? 1 : 0;
    boolean wasLostWhileEnding = lostWhileEnding.remove(worker);
    if (closed && to == WorkerState.RECONNECTING) {
      lostWhileEnding.add(worker);
    }
    if (worker.ended()) {
      endedDisconnected += from == WorkerState.RECONNECTING && !wasLostWhileEnding ? 1 : 0;
      workers.remove(worker);
    }
    if (worker.ended() || connecting <= connectingLimit) { // else nobody waits for this
      changes.raise();
    }
  }

  /** The failure of the last worker that failed to open, null if none did. */
  synchronized Exception openFailure() {
    return openFailure;
  }

  /** A worker could not be opened; null to begin again. */
  synchronized void openFailure(Exception failure) {
    openFailure = failure;
  }

  /** Workers that have started and not ended, in the order in which they did. */
  synchronized List<WorkerThread> workers() {
    return List.copyOf(workers);
  }

  /** Asks the broker what blocks all workers; empty if it does not say. Any thread. */
  public String ask(Supplier<String> why) {
    unansweredNanos = Math.min(unansweredNanos, clock.nanos());
    String reason = why.get();
    if (!reason.isEmpty()) {
      answeredNanos = clock.nanos();
      unansweredNanos = NanoClock.NEVER;
    }
    return reason;
  }

  /**
   * Since when the broker may be gone, if a call that began at a time ends with its connection now:
   * since then, unless it has said meanwhile what blocks that call; then since it was asked in
   * vain.
   */
  long goneSinceNanos(long callNanos) {
    return answeredNanos < callNanos ? callNanos : Math.min(unansweredNanos, clock.nanos());
  }

  public synchronized int size() {
    return workers.size();
  }

  public synchronized int up() {
    return up;
  }

  /** Workers that ended by a failure or did not end when told to. */
  public synchronized int lost() {
    return lost;
  }

  /**
   * Workers that ended while their connection was lost, unless they lost it when all were ending.
   */
  public synchronized int endedDisconnected() {
    return endedDisconnected;
  }

  /** How many workers are up on each peer whose name is known. */
  public synchronized Map<String, Integer> peers() {
    Map<String, Integer> byPeer = new TreeMap<>();
    for (WorkerThread worker : workers) {
      String peer = worker.peer();
      if (worker.state() == WorkerState.UP && !peer.isEmpty()) {
        byPeer.merge(peer, 1, Integer::sum);
      }
    }
    return byPeer;
  }

  /** Nobody waits for these any more. */
  synchronized void giveUp(List<WorkerThread> stuck) {
    lost += (int) stuck.stream().filter(WorkerThread::abandon).count();
  }

  /**
   * Waits until no more than {@code limit} are connecting, one could not be opened, or the roster
   * is closed.
   *
   * @return false if none of these came about in time
   */
  boolean awaitConnecting(int limit, Duration timeout) throws InterruptedException {
    connectingLimit(limit);
    return changes.await(
        () -> failedOrClosed() || connecting() <= limit, clock.nanos() + timeout.toNanos());
  }

  /** Lets this time pass, unless one cannot be opened or the roster is closed. */
  void awaitHalt(Duration time) throws InterruptedException {
    if (!time.isZero()) {
      changes.await(this::failedOrClosed, clock.nanos() + time.toNanos());
    }
  }

  /** Waits until all of these have left; returns false if they did not in time. */
  boolean awaitEnded(List<WorkerThread> ending, long deadlineNanos) throws InterruptedException {
    return changes.await(() -> haveLeft(ending), deadlineNanos);
  }

  private synchronized void connectingLimit(int limit) {
    connectingLimit = limit;
  }

  private synchronized int connecting() {
    return connecting;
  }

  private synchronized boolean failedOrClosed() {
    return openFailure != null || closed;
  }

  private synchronized boolean haveLeft(List<WorkerThread> ending) {
    return ending.stream().noneMatch(workers::contains);
  }
}
