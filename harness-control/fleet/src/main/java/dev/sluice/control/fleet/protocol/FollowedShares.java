package dev.sluice.control.fleet.protocol;

import dev.sluice.core.pacing.Share;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The shares that an agent follows, by its own clock, and what falls due at them while it has no
 * lease, so that nobody does it. For one thread.
 */
final class FollowedShares {

  private final Map<String, List<Share>> shares = new HashMap<>();
  private final Map<String, Double> unassigned = new HashMap<>();
  private long endNanos = Long.MIN_VALUE; // of the lease

  void follow(String workload, Share share) {
    List<Share> all = shares.computeIfAbsent(workload, added -> new ArrayList<>());
    all.removeIf(each -> each.number() >= share.number()); // its time was measured again
    all.add(share);
  }

  /** The newest share of a workload, if there is one. */
  Optional<Share> newest(String workload) {
    List<Share> all = shares.getOrDefault(workload, List.of());
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
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
    shares.forEach(
        (workload, all) -> {
          unassigned.merge(
              workload,
              Share.dueBetween(all, endNanos, Math.min(nowNanos, planEndNanos)),
              Double::sum);
          while (all.size() > 1 && all.get(1).fromNanos() <= nowNanos) {
            all.remove(0);
          }
        });
    endNanos = nanos;
  }

  /** Iterations so far, by workload. */
  Map<String, Double> unassigned() {
    return Map.copyOf(unassigned);
  }
}
