package dev.sluice.core.worker;

import dev.sluice.core.rate.ArrivalSequence;
import dev.sluice.core.rate.Pacer;
import dev.sluice.core.rate.RateDial;
import dev.sluice.core.rate.WaitPoint;
import dev.sluice.core.stats.WorkerStats;
import dev.sluice.core.stats.WorkloadStats;
import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.IntConsumer;

/**
 * The workers of one workload: starts them, adds to them, ends them.
 *
 * <p>{@link #start} and {@link #end} are called by one thread at a time; the rest is for any
 * thread.
 */
public final class WorkerPool implements WorkerEvents {

  private static final long PROGRESS_MILLIS = 200;

  /**
   * Thousands of threads that end at the same moment leave compiled code at the same moment, which
   * takes 80 KiB of stack each; so they end in batches.
   */
  private static final int STOP_BATCH = 250;

  private static final long STOP_BATCH_NANOS = Duration.ofMillis(250).toNanos();
  private static final long UNBLOCK_AFTER_NANOS = Duration.ofMillis(250).toNanos();

  private final WorkerSettings settings;
  private final RateDial dial;
  private final WorkloadStats stats;
  private final NanoClock clock;
  private final SplittableRandom seeds;
  private final WorkerEvents events;
  private final ThreadFactory threads;
  private final Object stateChanged = new Object();
  private final Set<WorkerThread> workers = new LinkedHashSet<>(); // guarded by stateChanged

  private int created;
  private int connecting; // guarded by stateChanged
  private int connectingLimit; // what the starting thread waits for; guarded by stateChanged
  private int up; // guarded by stateChanged
  private int lost; // guarded by stateChanged
  private int endedDisconnected; // guarded by stateChanged
  private boolean closed; // guarded by stateChanged
  private Exception openFailure; // guarded by stateChanged

  /**
   * @param seeds each worker's randomness is split off this
   * @param events is told of what happens in workers' lives
   */
  public WorkerPool(
      WorkerSettings settings,
      RateDial dial,
      WorkloadStats stats,
      NanoClock clock,
      SplittableRandom seeds,
      WorkerEvents events) {
    this.settings = settings;
    this.dial = dial;
    this.stats = stats;
    this.clock = clock;
    this.seeds = seeds;
    this.events = events;
    this.threads = settings.threads().factory();
  }

  /**
   * Starts workers, so many at a time as the start settings say, and waits until all are up.
   *
   * @param count how many
   * @param progress told by this thread, now and then, how many of the workload are up
   * @throws WorkerStartException if one could not be opened or none came up for too long; those
   *     that are up stay so
   * @throws InterruptedException if interrupted; those that are up stay so
   */
  public void start(int count, IntConsumer progress)
      throws WorkerStartException, InterruptedException {
    int before = created;
    List<WorkerThread> starting = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      starting.add(create(phase(before, i, count)));
    }
    synchronized (stateChanged) {
      openFailure = null;
    }
    long pauseMillis = settings.start().interval().toMillis();
    for (WorkerThread worker : starting) {
      awaitAtMostConnecting(settings.start().parallel() - 1, progress);
      launch(worker);
      if (pauseMillis > 0) {
        Thread.sleep(pauseMillis);
      }
    }
    awaitAtMostConnecting(0, progress);
    progress.accept(up());
  }

  /**
   * Ends workers, chosen evenly over their phases so that those that stay are still evenly spread.
   *
   * @return how many did not end in time
   */
  public int end(int count, Duration timeout) throws InterruptedException {
    List<WorkerThread> live = workers();
    int ending = Math.min(count, live.size());
    List<WorkerThread> chosen = new ArrayList<>(ending);
    for (int i = 0; i < ending; i++) {
      chosen.add(live.get((int) ((i + 0.5) * live.size() / ending)));
    }
    return end(chosen, timeout);
  }

  /**
   * Ends all workers, for good: no more can be started.
   *
   * @return how many did not end in time
   */
  public int endAll(Duration timeout) throws InterruptedException {
    startNoMore();
    return end(workers(), timeout);
  }

  /** Makes a {@link #start} that is under way give up, and later ones too. */
  public void startNoMore() {
    synchronized (stateChanged) {
      closed = true;
      stateChanged.notifyAll();
    }
  }

  /** Workers with an open connection. */
  public int up() {
    synchronized (stateChanged) {
      return up;
    }
  }

  /** Workers that have started and not ended. */
  public int size() {
    synchronized (stateChanged) {
      return workers.size();
    }
  }

  /** Workers that ended by a failure or did not end when told to. */
  public int lost() {
    synchronized (stateChanged) {
      return lost;
    }
  }

  /** Workers that ended while their connection was lost. */
  public int endedDisconnected() {
    synchronized (stateChanged) {
      return endedDisconnected;
    }
  }

  /** How many workers are up on each peer whose name is known. */
  public Map<String, Integer> peers() {
    Map<String, Integer> byPeer = new TreeMap<>();
    synchronized (stateChanged) {
      for (WorkerThread worker : workers) {
        String peer = worker.peer();
        if (worker.state() == WorkerState.UP && !peer.isEmpty()) {
          byPeer.merge(peer, 1, Integer::sum);
        }
      }
    }
    return byPeer;
  }

  @Override
  public void changed(WorkerThread worker, WorkerState from, WorkerState to) {
    synchronized (stateChanged) {
      connecting -= from == WorkerState.CONNECTING ? 1 : 0;
      up += change(from, to, WorkerState.UP);
      if (from == WorkerState.CONNECTING && to == WorkerState.UP) {
        worker.stats().begin(clock.nanos());
      }
      if (to == WorkerState.FAILED) {
        lost++;
      }
      if (worker.ended()) {
        endedDisconnected += from == WorkerState.RECONNECTING ? 1 : 0;
        dial.leave(worker.waitPoint());
        workers.remove(worker);
        worker.stats().end(clock.nanos());
      }
      if (worker.ended() || connecting <= connectingLimit) { // else nobody waits for this
        stateChanged.notifyAll();
      }
    }
    events.changed(worker, from, to);
  }

  @Override
  public void failedToOpen(WorkerThread worker, Exception failure) {
    synchronized (stateChanged) {
      openFailure = failure;
    }
    events.failedToOpen(worker, failure);
  }

  @Override
  public void iterationFailed(WorkerThread worker, Exception failure) {
    events.iterationFailed(worker, failure);
  }

  @Override
  public void connectionChanged(WorkerThread worker, ConnectionChange change) {
    events.connectionChanged(worker, change);
  }

  private List<WorkerThread> workers() {
    synchronized (stateChanged) {
      return List.copyOf(workers);
    }
  }

  private static int change(WorkerState from, WorkerState to, WorkerState state) {
    return (to == state ? 1 : 0) - (from == state ? 1 : 0);
  }

  /** Worker k of the first n has phase k / n; later ones stand between, shifted by half a step. */
  private static double phase(int before, int i, int count) {
    return before == 0 ? (double) i / count : (i + 0.5) / count;
  }

  private WorkerThread create(double phase) {
    WaitPoint waitPoint = new WaitPoint(clock);
    WorkerStats workerStats = new WorkerStats();
    SplittableRandom random = seeds.split();
    ArrivalSequence arrivals = settings.arrivals().sequence(phase, random);
    Pacer pacer = new Pacer(dial, arrivals, waitPoint, clock, workerStats);
    Worker worker = settings.factory().create(created++);
    return new WorkerThread(
        settings.workload() + "-" + created,
        worker,
        new WorkerLoop(worker, pacer, clock, workerStats, settings.count()),
        waitPoint,
        workerStats,
        pacer,
        stats.errors(),
        settings.errorPolicy(),
        new Backoff(random),
        clock,
        this);
  }

  private void launch(WorkerThread worker) throws WorkerStartException {
    synchronized (stateChanged) {
      if (closed) {
        throw ending();
      }
      workers.add(worker);
      connecting++; // before the thread runs, so that the next launch counts it
    }
    stats.join(worker.name(), worker.stats());
    dial.join(worker.waitPoint());
    worker.start(threads);
  }

  private WorkerStartException ending() {
    return new WorkerStartException(settings.workload() + " is ending", null);
  }

  /** Waits while more than so many are connecting; gives up when none comes up for too long. */
  private void awaitAtMostConnecting(int limit, IntConsumer progress)
      throws WorkerStartException, InterruptedException {
    long deadlineNanos = clock.nanos() + settings.start().timeout().toNanos();
    int upBefore = up();
    while (!isConnectingAtMost(limit, PROGRESS_MILLIS)) {
      int upNow = up();
      if (upNow > upBefore) {
        upBefore = upNow;
        deadlineNanos = clock.nanos() + settings.start().timeout().toNanos();
        progress.accept(upNow);
      } else if (clock.nanos() > deadlineNanos) {
        throw new WorkerStartException(
            "no worker of "
                + settings.workload()
                + " came up for "
                + settings.start().timeout().toSeconds()
                + " s ("
                + upNow
                + " are up)",
            null);
      }
    }
  }

  /** Waits a while for it. */
  private boolean isConnectingAtMost(int limit, long waitMillis)
      throws WorkerStartException, InterruptedException {
    synchronized (stateChanged) {
      connectingLimit = limit;
      long untilNanos = clock.nanos() + Duration.ofMillis(waitMillis).toNanos();
      long leftMillis = waitMillis;
      while (openFailure == null && !closed && connecting > limit && leftMillis > 0) {
        stateChanged.wait(leftMillis);
        leftMillis = Duration.ofNanos(untilNanos - clock.nanos()).toMillis();
      }
      if (openFailure != null) {
        throw new WorkerStartException(
            "a worker of " + settings.workload() + " could not start", openFailure);
      }
      if (closed) {
        throw ending();
      }
      return connecting <= limit;
    }
  }

  private int end(List<WorkerThread> ending, Duration timeout) throws InterruptedException {
    long startNanos = clock.nanos();
    for (int from = 0; from < ending.size(); from += STOP_BATCH) {
      List<WorkerThread> batch = ending.subList(from, Math.min(from + STOP_BATCH, ending.size()));
      batch.forEach(WorkerThread::stop);
      if (ending.size() > STOP_BATCH && awaitEnded(batch, clock.nanos() + STOP_BATCH_NANOS)) {
        for (WorkerThread worker : batch) {
          worker.join();
        }
      }
    }
    if (!awaitEnded(ending, startNanos + Math.min(UNBLOCK_AFTER_NANOS, timeout.toNanos()))) {
      // those that wait inside an iteration, for a message say
      ending.stream().filter(w -> !w.ended()).forEach(WorkerThread::unblock);
      awaitEnded(ending, startNanos + timeout.toNanos());
    }
    List<WorkerThread> stuck = ending.stream().filter(w -> !w.ended()).toList();
    synchronized (stateChanged) {
      lost += (int) stuck.stream().filter(WorkerThread::giveUp).count();
    }
    return stuck.size();
  }

  private boolean awaitEnded(List<WorkerThread> ending, long deadlineNanos)
      throws InterruptedException {
    synchronized (stateChanged) {
      while (ending.stream().anyMatch(w -> !w.ended())) {
        long waitMillis = Duration.ofNanos(deadlineNanos - clock.nanos()).toMillis();
        if (waitMillis <= 0) {
          return false;
        }
        stateChanged.wait(waitMillis);
      }
      return true;
    }
  }
}
