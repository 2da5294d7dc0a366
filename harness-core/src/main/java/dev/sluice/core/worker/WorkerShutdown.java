package dev.sluice.core.worker;

import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.util.List;

/**
 * Ends workers: asks them to, makes those return that wait inside an iteration, and gives up those
 * that do not end all the same. For one thread at a time.
 */
final class WorkerShutdown {

  /**
   * Thousands of threads that end at the same moment leave compiled code at the same moment, which
   * takes 80 KiB of stack each; so they end in batches.
   */
  private static final int BATCH = 250;

  private static final long BATCH_NANOS = Duration.ofMillis(250).toNanos();
  private static final long UNBLOCK_AFTER_NANOS = Duration.ofMillis(250).toNanos();

  private final WorkerRoster roster;
  private final NanoClock clock;

  /**
   * @param roster whose workers are ended
   */
  WorkerShutdown(WorkerRoster roster, NanoClock clock) {
    this.roster = roster;
    this.clock = clock;
  }

  /**
   * Ends these workers.
   *
   * @return how many did not end in time
   */
  int end(List<WorkerThread> ending, Duration timeout) throws InterruptedException {
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
}
