package dev.sluice.core.pacing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The shares that a process follows, and what falls due at them while it has no lease, so that
 * nobody does it: all that its {@link LiveRate}, told the same, does not take for its own. That
 * takes what is due since the first share that began without a lease, or that is heard of late. For
 * one thread.
 */
final class FollowedShares {

  private final Map<String, Workload> workloads = new HashMap<>();
  private long endNanos = Long.MIN_VALUE; // of the lease

  /** The shares of one workload, and the last time of it that was counted. */
  private static final class Workload {

    private final List<Share> shares = new ArrayList<>();
    private double unassigned;
    private long countedUntilNanos = Long.MIN_VALUE;

    Share newest() {
      return shares.get(shares.size() - 1);
    }

    void follow(Share share) {
      shares.removeIf(each -> each.number() >= share.number()); // its time was measured again
      shares.add(share);
    }

    /** There is a lease again. If another share is to come, nothing is due until then. */
    void lapsed(long endNanos, long nowNanos, long planEndNanos) {
      long begunNanos =
          shares.stream()
              .mapToLong(Share::fromNanos)
              .filter(each -> each > endNanos)
              .findFirst()
              .orElse(nowNanos);
      long untilNanos = Math.min(begunNanos, planEndNanos);
      unassigned = unassigned(endNanos, untilNanos);
      countedUntilNanos = untilNanos;
    }

    double unassigned(long endNanos, long untilNanos) {
      return unassigned + dueBetween(shares, Math.max(endNanos, countedUntilNanos), untilNanos);
    }
  }

  /** How many iterations are due in a time at shares of which each is in force until the next. */
  static double dueBetween(List<Share> shares, long sinceNanos, long untilNanos) {
    double due = 0;
    long endNanos = untilNanos;
    for (int i = shares.size() - 1; i >= 0 && endNanos > sinceNanos; i--) {
      Share share = shares.get(i);
      long beganNanos = Math.max(sinceNanos, share.fromNanos());
      if (beganNanos < endNanos) {
        Schedule schedule =
            Schedule.startingAt(share.fromNanos(), share.fromCount(), share.curve());
        due += (schedule.countAt(endNanos) - schedule.countAt(beganNanos)) * share.mine().size();
        endNanos = beganNanos;
      }
    }
    return due;
  }

  /** Goes over to a share, as {@link LiveRate#follow} has it. */
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
        each.lapsed(endNanos, nowNanos, planEndNanos);
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
            iterations.put(name, each.unassigned(endNanos, Math.min(nowNanos, planEndNanos))));
    return iterations;
  }
}
