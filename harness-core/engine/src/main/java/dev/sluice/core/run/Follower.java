package dev.sluice.core.run;

import dev.sluice.core.pacing.Share;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.Signal;
import dev.sluice.core.worker.WorkerPool.WorkerStartException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The control of a {@link Run} that is one of several with one schedule. It connects, is ready, and
 * waits for a start that all have in common; its workloads do what their shares grant, as long as
 * their lease lasts, and nothing without. All times are readings of the run's own clock. Any
 * thread.
 */
public final class Follower {

  private final List<Workload> workloads;
  private final NanoClock clock;
  private final Signal signal;
  private final Duration stopTimeout;

  private volatile boolean ready;
  private volatile Runnable whenReady = () -> {};
  private volatile long startNanos = NanoClock.NEVER;
  private volatile long endNanos = NanoClock.NEVER;

  /**
   * @param signal raised where the run waits for its start
   */
  Follower(List<Workload> workloads, NanoClock clock, Signal signal, Duration stopTimeout) {
    this.workloads = List.copyOf(workloads);
    this.clock = clock;
    this.signal = signal;
    this.stopTimeout = stopTimeout;
    leaseUntil(clock.nanos());
  }

  /** Has something done when the workers it begins with are connected, by the run's thread. */
  public void whenReady(Runnable then) {
    whenReady = then;
  }

  /** Whether the workers it begins with are connected, so that it can start. */
  public boolean ready() {
    return ready;
  }

  /**
   * The common start: measuring begins then, intervals are cut and numbered by it, and warm-up and
   * duration count from it. If it is past, the run begins with the interval that is under way. The
   * first call counts.
   */
  public synchronized void startAt(long nanos) {
    if (startNanos == NanoClock.NEVER) {
      startNanos = nanos;
      signal.raise();
    }
  }

  /**
   * Measuring ends at that reading, whenever the run is stopped after it. The first call counts.
   */
  public synchronized void measureUntil(long nanos) {
    if (endNanos == NanoClock.NEVER) {
      endNanos = nanos;
      signal.raise();
    }
  }

  /** When measuring ends; {@link NanoClock#NEVER} while that is not known. */
  long endNanos() {
    return endNanos;
  }

  /**
   * A workload goes over to a share, at the share's own time; nothing happens if the run has no
   * worker of it.
   *
   * @see dev.sluice.core.pacing.LiveRate#follow
   */
  public void follow(String workload, Share share) {
    workloads.stream()
        .filter(each -> each.name().equals(workload))
        .forEach(each -> each.follow(share, clock.nanos()));
  }

  /**
   * Nothing becomes due, and nothing begins, after that reading, in any workload. Until the first
   * call nothing does. Give a share before the lease for it.
   */
  public void leaseUntil(long nanos) {
    long nowNanos = clock.nanos();
    workloads.forEach(each -> each.leaseUntil(nanos, nowNanos));
  }

  /**
   * Adds or ends workers, so that a workload has so many; returns when they are up, or have ended.
   * Places that are free then, of its share, are theirs. To be called by one thread at a time, once
   * the run is {@link #ready}.
   *
   * @throws RunControlException if some could not be started, or did not end in time
   */
  public void workers(String workload, int count) throws RunControlException {
    Workload changed = named(workload);
    int more = count - changed.pool().roster().size();
    try {
      if (more > 0) {
        changed.addWorkers(more);
      } else if (more < 0 && changed.endWorkers(-more, stopTimeout) > 0) {
        throw new RunControlException("some workers of " + workload + " did not end in time");
      }
    } catch (WorkerStartException e) {
      throw new RunControlException(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunControlException("interrupted; the run is ending");
    }
  }

  /** Workers with an open connection. */
  public int workersUp(String workload) {
    return named(workload).pool().roster().up();
  }

  /**
   * Says that it is ready, and waits until the start is known.
   *
   * @return the start; {@link NanoClock#NEVER} if the run was stopped before
   */
  long awaitStart(BooleanSupplier stopped) throws InterruptedException {
    ready = true;
    whenReady.run();
    workloads.forEach(Workload::membershipChanged); // shares that came before have free places
    signal.await(() -> stopped.getAsBoolean() || startNanos != NanoClock.NEVER);
    return startNanos;
  }

  private Workload named(String workload) {
    return workloads.stream()
        .filter(each -> each.name().equals(workload))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("unknown workload " + workload));
  }
}
