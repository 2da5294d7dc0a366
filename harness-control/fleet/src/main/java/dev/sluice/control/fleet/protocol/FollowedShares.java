package dev.sluice.control.fleet.protocol;

import dev.sluice.core.pacing.Share;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The shares that an agent follows, by its own clock, and what falls due at them while it has no
 * lease, so that nobody does it. What is due since a share that began meanwhile, or that is heard
 * of late, is the agent's, as {@link dev.sluice.core.pacing.LiveRate} has it. For one thread.
 */
final class FollowedShares {

  private final Map<String, Workload> workloads = new HashMap<>();
  private long endNanos = Long.MIN_VALUE; // of the lease

  /** The shares of one workload, and the last time of it that was counted. */
  private static final class Workload {

    private final List<Share> shares = new ArrayList<>();
    private double unassigned;
    private long lapsedNanos;
    private long untilNanos = Long.MIN_VALUE;

    Share newest() {
      return shares.get(shares.size() - 1);
    }

    void follow(Share share) {
      if (!shares.isEmpty() && share.number() > newest().number()) {
        unassigned -=
            Share.dueBetween(shares, Math.max(lapsedNanos, share.fromNanos()), untilNanos);
        untilNanos = Math.min(untilNanos, share.fromNanos());
      }
      shares.removeIf(each -> each.number() >= share.number()); // its time was measured again
      shares.add(share);
    }

    double lapsed(long fromNanos, long toNanos) {
      return Share.dueBetween(shares, fromNanos, until(fromNanos, toNanos));
    }

    private long until(long fromNanos, long toNanos) {
      long begunNanos = newest().fromNanos();
      return begunNanos > fromNanos ? Math.min(begunNanos, toNanos) : toNanos;
    }

    void lapse(long fromNanos, long toNanos) {
      unassigned += lapsed(fromNanos, toNanos);
      lapsedNanos = fromNanos;
      untilNanos = until(fromNanos, toNanos);
    }
  }

  void follow(String workload, Share share) {
    workloads.computeIfAbsent(workload, added -> new Workload()).follow(share);
  }

  boolean hasShares() {
    return !workloads.isEmpty();
  }

  /** The newest share of a workload, if there is one. */
  Optional<Share> newest(String workload) {
    return Optional.ofNullable(workloads.get(workload)).map(Workload::newest);
  }

  /**
   * There is a lease up to a time, or none if that is past. Shares for it have been told.
   *
   * @param planEndNanos nothing is due after it
   */
  void leaseUntil(long nowNanos, long nanos, long planEndNanos) {
    if (nanos <= nowNanos) {
      endNanos = Math.min(endNanos, nowNanos);
      return;
    }
    for (Workload each : workloads.values()) {
      if (endNanos < nowNanos) {
        each.lapse(endNanos, Math.min(nowNanos, planEndNanos));
      }
      while (each.shares.size() > 1 && each.shares.get(1).fromNanos() <= nowNanos) {
        each.shares.remove(0);
      }
    }
    endNanos = nanos;
  }

  /**
   * Iterations up to now, by workload.
   *
   * @param planEndNanos nothing is due after it
   */
  Map<String, Double> unassigned(long nowNanos, long planEndNanos) {
    Map<String, Double> iterations = new HashMap<>();
    workloads.forEach(
        (name, each) ->
            iterations.put(
                name,
                each.unassigned
                    + Share.dueBetween(each.shares, endNanos, Math.min(nowNanos, planEndNanos))));
    return iterations;
  }
}
