package dev.sluice.core.worker;

import dev.sluice.core.pacing.LiveRate;
import dev.sluice.core.stats.WorkloadStats;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.WorkerOpening.AttemptRate;
import dev.sluice.core.worker.WorkerSettings.ThreadKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import java.util.function.IntConsumer;
import java.util.stream.LongStream;

/**
 * The workers of one workload: starts them, adds to them, ends them.
 *
 * <p>{@link #start} and {@link #end} are called by one thread at a time; the rest is for any
 * thread.
 */
public final class WorkerPool {

  private static final Duration PROGRESS_PERIOD = Duration.ofMillis(200);

  /** A person who looks on begins to wonder. */
  private static final Duration SILENCE_TOLD_AFTER = Duration.ofSeconds(3);

  /**
   * Thousands of threads that end at the same moment leave compiled code at the same moment, which
   * takes 80 KiB of stack each; so they end in batches.
   */
  private static final int BATCH = 250;

  private static final long BATCH_NANOS = Duration.ofMillis(250).toNanos();
  private static final long UNBLOCK_AFTER_NANOS = Duration.ofMillis(250).toNanos();

  private final WorkerSettings settings;
  private final LiveRate liveRate;
  private final WorkloadStats stats;
  private final NanoClock clock;
  private final SplittableRandom seeds;
  private final WorkerEvents events;
  private final ThreadFactory threads;
  private final WorkerRoster roster;
  private final AttemptRate reconnects;

  private int created;
  private int wanted; // when this start is over
  private boolean silenceTold; // in this start

  /**
   * @param seeds each worker's randomness is split off this
   * @param threads what workers run on
   * @param events learns what happens in workers' lives
   */
  public WorkerPool(
      WorkerSettings settings,
      LiveRate liveRate,
      WorkloadStats stats,
      NanoClock clock,
      SplittableRandom seeds,
      ThreadFactory threads,
      WorkerEvents events) {
    this.settings = settings;
    this.liveRate = liveRate;
    this.stats = stats;
    this.clock = clock;
    this.seeds = seeds;
    this.events = events;
    this.threads = threads;
    this.roster = new WorkerRoster(clock);
    this.reconnects = new AttemptRate(settings.start().reconnectsPerSecond(), clock.nanos());
  }

  /**
   * Starts workers, as many at a time as the start settings say, and waits until all are up.
   *
   * @param count how many
   * @param progress told by this thread, now and then, how many of the workload are up
   * @throws WorkerStartException if one could not be opened or none came up for too long; those
   *     that are up stay so
   * @throws InterruptedException if interrupted; those that are up stay so
   */
  public void start(int count, IntConsumer progress)
      throws WorkerStartException, InterruptedException {
    try {
      settings.factory().requireRoomFor(roster.size() + count);
    } catch (RuntimeException refusal) {
      throw new WorkerStartException(settings.name() + " cannot start", refusal);
    }
    List<WorkerThread> starting = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      starting.add(
          new WorkerThread(
              settings,
              created++,
              roster,
              liveRate,
              stats,
              reconnects,
              seeds.split(),
              clock,
              events));
    }
    roster.openFailure(null);
    wanted = roster.size() + count;
    silenceTold = false;
    boolean first = created == count;
    for (WorkerThread worker : starting) {
      if (worker != starting.get(0)) {
        roster.awaitHalt(settings.start().interval());
      }
      awaitAtMostConnecting(settings.start().parallel() - 1, progress);
      try {
        launch(worker);
      } catch (OutOfMemoryError e) { // so the JVM calls a lack of threads
        if (!String.valueOf(e.getMessage()).contains("thread")) {
          throw e;
        }
        awaitAtMostConnecting(0, progress);
        throw noMoreThreads(starting.indexOf(worker), count, e);
      }
      if (first && settings.threads() == ThreadKind.VIRTUAL) {
        awaitAtMostConnecting(0, progress);
      }
      first = false;
    }
    awaitAtMostConnecting(0, progress);
    progress.accept(roster.up());
  }

  /**
   * Chooses workers to be {@linkplain #end ended}, evenly over those that were not told to end yet.
   * Nothing becomes due for them any more.
   */
  public List<WorkerThread> release(int count) {
    List<WorkerThread> live =
        roster.workers().stream().filter(worker -> !worker.toldToEnd()).toList();
    int ending = Math.min(count, live.size());
    List<WorkerThread> chosen = new ArrayList<>(ending);
    for (int i = 0; i < ending; i++) {
      chosen.add(live.get((int) ((i + 0.5) * live.size() / ending)));
    }
    chosen.forEach(worker -> liveRate.leave(worker.pacer(), clock.nanos()));
    return chosen;
  }

  /**
   * Ends these workers: asks them to, makes those return that wait inside an iteration, and gives
   * up those that do not end all the same.
   *
   * @return how many did not end in time
   */
  public int end(List<WorkerThread> ending, Duration timeout) throws InterruptedException {
    long startNanos = clock.nanos();
    stop(ending);
    if (!roster.awaitEnded(ending, startNanos + Math.min(UNBLOCK_AFTER_NANOS, timeout.toNanos()))) {
      // those that wait inside an iteration, for a message say
      ending.stream().filter(w -> !w.ended()).forEach(WorkerThread::unblock);
      roster.awaitEnded(ending, startNanos + timeout.toNanos());
    }
    List<WorkerThread> stuck = ending.stream().filter(w -> !w.ended()).toList();
    roster.giveUp(stuck);
    return stuck.size();
  }

  /**
   * Ends all workers, for good: no more can be started.
   *
   * @return how many did not end in time
   */
  public int endAll(Duration timeout) throws InterruptedException {
    startNoMore();
    stats.missNoMore(clock.nanos());
    return end(roster.workers(), timeout);
  }

  /**
   * The workers are about to end: a {@link #start} that is under way gives up, and later ones too.
   */
  public void startNoMore() {
    roster.close();
  }

  /** Which workers are there, in which states, and what happened to the others. */
  public WorkerRoster roster() {
    return roster;
  }

  /**
   * When those workers began to connect again that do so now, because they disconnected on purpose:
   * clock readings.
   */
  public LongStream returningSinceNanos() {
    return roster.workers().stream()
        .mapToLong(WorkerThread::returningSinceNanos)
        .filter(sinceNanos -> sinceNanos != NanoClock.NEVER);
  }

  /**
   * Gives a worker its thread.
   *
   * @throws OutOfMemoryError if the host has none for it; then it was never there
   */
  private void launch(WorkerThread worker) throws WorkerStartException {
    if (!roster.admit(worker)) {
      throw ending();
    }
    if (settings.start().together()) {
      liveRate.join(worker.pacer());
    }
    try {
      worker.start(threads);
    } catch (OutOfMemoryError e) {
      liveRate.leave(worker.pacer(), clock.nanos());
      roster.dismiss(worker);
      throw e;
    }
    stats.join(worker.name(), worker.stats(), worker.pacer().backlog(), settings.count());
  }

  private WorkerStartException noMoreThreads(int started, int count, OutOfMemoryError cause) {
    return new WorkerStartException(
        String.format(
            Locale.ROOT,
            "the host has no more threads: %d of %d workers of %s were started, %d were not (see"
                + " ulimit -u, and pids.max of the control group)",
            started,
            count,
            settings.name(),
            count - started),
        cause);
  }

  private WorkerStartException noneCameUp(int upNow) {
    String peer = settings.start().peer();
    String missing = "no answer from " + peer;
    String remedy = "Raise the server's limit of connections, or use fewer workers.";
    if (roster.workers().stream().anyMatch(WorkerThread::waitsBehindSession)) {
      missing = peer + " takes the connection, but does not answer what is opened there";
      remedy = "See its log: what keeps the queue, topic or subscription from being opened?";
    } else if (upNow == 0) {
      remedy = "Check host and port: another kind of server may be listening there.";
    }
    return new WorkerStartException(
        String.format(
                Locale.ROOT,
                "no %s of %s came up for %d s (%d of %d are up)",
                upNow == 0 ? "worker" : "more workers",
                settings.name(),
                settings.start().timeout().toSeconds(),
                upNow,
                wanted)
            + OpenFiles.now().shortage()
            + (peer.isEmpty() ? "" : ": " + missing + ". " + remedy),
        null);
  }

  private WorkerStartException ending() {
    return new WorkerStartException(settings.name() + " is ending", null);
  }

  private void stop(List<WorkerThread> ending) throws InterruptedException {
    for (int from = 0; from < ending.size(); from += BATCH) {
      List<WorkerThread> batch = ending.subList(from, Math.min(from + BATCH, ending.size()));
      batch.forEach(WorkerThread::stop);
      if (ending.size() > BATCH && roster.awaitEnded(batch, clock.nanos() + BATCH_NANOS)) {
        for (WorkerThread worker : batch) {
          worker.join();
        }
      }
    }
  }

  /** Waits while more than this many are connecting; gives up when none comes up for too long. */
  private void awaitAtMostConnecting(int limit, IntConsumer progress)
      throws WorkerStartException, InterruptedException {
    long silentSinceNanos = clock.nanos();
    int upBefore = roster.up();
    while (!roster.awaitConnecting(limit, PROGRESS_PERIOD)) {
      int upNow = roster.up();
      Duration silence = Duration.ofNanos(clock.nanos() - silentSinceNanos);
      if (upNow > upBefore) {
        upBefore = upNow;
        silentSinceNanos = clock.nanos();
        progress.accept(upNow);
      } else if (silence.compareTo(settings.start().timeout()) > 0) {
        throw noneCameUp(upNow);
      } else if (!silenceTold && silence.compareTo(SILENCE_TOLD_AFTER) > 0) {
        silenceTold = true;
        events.startIsSilent(upNow, silence);
      }
    }
    if (roster.openFailure() != null) {
      int upNow = roster.up(); // if some are, a limit may be what the others met
      throw new WorkerStartException(
          "a worker of "
              + settings.name()
              + " could not start"
              + (upNow == 0 ? "" : " (" + upNow + " of " + wanted + " are up)")
              + OpenFiles.now().shortage(),
          roster.openFailure());
    }
    if (roster.closed()) {
      throw ending();
    }
  }

  /** Workers did not come up; the cause is what the first of them failed with, if one did. */
  public static final class WorkerStartException extends Exception {

    public WorkerStartException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
