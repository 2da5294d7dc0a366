package dev.sluice.core.stats;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * How a workload stands at a moment, and what was found since its run started.
 *
 * @param workersUp workers with an open connection
 * @param workers workers there should be
 * @param targetNowPerSecond the target in force, all workers together
 * @param mode whether there is a schedule
 * @param unfinished what is begun or due, and in no class of the account yet
 * @param totalIterations iterations since the run started
 * @param connections how its connections stand
 * @param errorsByCause failures since the run started
 * @param delivery what the check of its deliveries found since the run started, if there is one
 */
public record Standing(
    int workersUp,
    int workers,
    double targetNowPerSecond,
    PaceMode mode,
    Unfinished unfinished,
    long totalIterations,
    Connections connections,
    Map<String, Long> errorsByCause,
    Optional<DeliveryCounts> delivery) {

  /** Whether a workload has a schedule. */
  public enum PaceMode {
    /** It follows a target rate. */
    PACED,
    /** It goes as fast as it can. */
    UNLIMITED,
    /** It is held. */
    PAUSED
  }

  /** Before anything was done. */
  static Standing starting(int up, int workers) {
    return new Standing(
        up,
        workers,
        0,
        PaceMode.PAUSED,
        Unfinished.NOTHING,
        0,
        Connections.NONE,
        Map.of(),
        Optional.empty());
  }

  /** Both together, as of two workloads or two processes at the same time. */
  Standing plus(Standing other) {
    Map<String, Long> byCause = new TreeMap<>(errorsByCause);
    other.errorsByCause.forEach((cause, count) -> byCause.merge(cause, count, Long::sum));
    return new Standing(
        workersUp + other.workersUp,
        workers + other.workers,
        targetNowPerSecond + other.targetNowPerSecond,
        mode.compareTo(other.mode) <= 0 ? mode : other.mode,
        unfinished.plus(other.unfinished),
        totalIterations + other.totalIterations,
        connections.plus(other.connections),
        byCause,
        both(delivery, other.delivery));
  }

  /** The part of it that stays after its process has ended. */
  Standing ended() {
    return new Standing(
        0,
        0,
        0,
        PaceMode.PAUSED,
        unfinished,
        totalIterations,
        connections.ended(),
        errorsByCause,
        delivery);
  }

  /** The same with something else unfinished. */
  Standing with(Unfinished other) {
    return with(other, delivery);
  }

  /** The same with what another check of its deliveries found. */
  Standing alsoFound(Optional<DeliveryCounts> more) {
    return with(unfinished, both(delivery, more));
  }

  private Standing with(Unfinished open, Optional<DeliveryCounts> found) {
    return new Standing(
        workersUp,
        workers,
        targetNowPerSecond,
        mode,
        open,
        totalIterations,
        connections,
        errorsByCause,
        found);
  }

  private static Optional<DeliveryCounts> both(
      Optional<DeliveryCounts> one, Optional<DeliveryCounts> other) {
    return Stream.of(one, other).flatMap(Optional::stream).reduce(DeliveryCounts::plus);
  }

  /** What has failed since an earlier moment, by cause. */
  public Map<String, Long> errorsByCauseSince(Standing before) {
    Map<String, Long> since = new TreeMap<>(errorsByCause);
    before.errorsByCause.forEach((cause, count) -> since.merge(cause, -count, Long::sum));
    since.values().removeIf(count -> count <= 0);
    return since;
  }

  /** Failures since the run started, whatever their cause. */
  public long errors() {
    return errorsByCause.values().stream().mapToLong(Long::longValue).sum();
  }
}
