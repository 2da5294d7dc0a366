package dev.sluice.core.run;

import static dev.sluice.core.time.Nanos.MILLI;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Timeline;
import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The end of a run's workloads. Those that drain come last, so that they see what all others left.
 * For the run's own thread.
 *
 * @param workloads all of them; asked for only when they end
 * @param stopTimeout how long workers have to end, and how long draining takes at most
 * @param timeline learns if that was too short
 */
record RunShutdown(List<Workload> workloads, Duration stopTimeout, Timeline timeline) {

  /**
   * Ends all workers.
   *
   * @param drain whether those that drain are let do so first; a run that did not start has nothing
   *     to drain
   */
  void endAll(boolean drain) throws InterruptedException {
    workloads.forEach(each -> each.pool().startNoMore());
    Map<Boolean, List<Workload>> byDraining =
        workloads.stream()
            .collect(Collectors.partitioningBy(each -> !each.spec().drain().isZero()));
    end(byDraining.get(false));
    List<Workload> draining = byDraining.get(true);
    if (drain && !drained(draining)) {
      timeline.add(
          RunEvent.Kind.STOPPING,
          "",
          names(draining)
              + " still working when the stop time-out expired; remaining messages stay on "
              + "the queues");
    }
    end(draining);
  }

  private void end(List<Workload> ending) throws InterruptedException {
    for (Workload workload : ending) {
      workload.pool().endAll(stopTimeout);
    }
  }

  /**
   * Lets workloads go on until none of them has done anything for its drain time: together, because
   * one may pass on to another.
   *
   * @return whether they came to that in time
   */
  private boolean drained(List<Workload> draining) throws InterruptedException {
    NanoClock clock = timeline.clock();
    long mostNanos = stopTimeout.toNanos();
    long longestNanos =
        draining.stream().mapToLong(each -> each.spec().drain().toNanos()).max().orElse(0);
    long drainNanos = Math.min(longestNanos, mostNanos);
    long limitNanos = clock.nanos() + mostNanos;
    long iterations = iterations(draining);
    long quietSinceNanos = clock.nanos();
    while (clock.nanos() - quietSinceNanos < drainNanos) {
      if (clock.nanos() >= limitNanos) {
        return false;
      }
      clock.sleepUntil(clock.nanos() + Math.max(MILLI, drainNanos / 10));
      long now = iterations(draining);
      if (now != iterations) {
        iterations = now;
        quietSinceNanos = clock.nanos();
      }
    }
    return true;
  }

  private static String names(List<Workload> of) {
    return of.stream().map(Workload::name).collect(Collectors.joining(", "));
  }

  private static long iterations(List<Workload> of) {
    return of.stream().mapToLong(each -> each.iterations()).sum();
  }
}
