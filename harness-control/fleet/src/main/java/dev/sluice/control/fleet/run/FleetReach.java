package dev.sluice.control.fleet.run;

import dev.sluice.core.run.LiveControl;
import dev.sluice.core.run.RunControlException;
import dev.sluice.core.run.SteeredWorkload;
import dev.sluice.core.run.TargetState;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Commands are answered when all agents that are heard have what was commanded. Any thread. */
final class FleetReach implements LiveControl.Reach {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Fleet fleet;
  private final Supplier<Optional<String>> waiting;

  /**
   * @param waiting for what the run waits before agents have a task, which could be changed
   */
  FleetReach(Fleet fleet, Supplier<Optional<String>> waiting) {
    this.fleet = fleet;
    this.waiting = waiting;
  }

  @Override
  public void requireBegun() throws RunControlException {
    Optional<String> what = waiting.get();
    if (what.isPresent()) {
      throw new RunControlException("the run has not begun; it waits for " + what.get());
    }
  }

  @Override
  public void turn(
      List<? extends SteeredWorkload> workloads,
      Function<SteeredWorkload, SteeredWorkload.Turn> turns,
      long nowNanos) {
    Map<String, Supplier<TargetState>> targets = new LinkedHashMap<>();
    for (SteeredWorkload each : workloads) {
      targets.put(each.name(), ((FleetWorkload) each).change(turns.apply(each), nowNanos));
    }
    fleet.turn(targets, nowNanos);
  }

  @Override
  public void awaitKnown() throws RunControlException, InterruptedException {
    if (!fleet.awaitAcknowledged(TIMEOUT)) {
      throw new RunControlException(
          "commanded, but not every agent has confirmed it within "
              + TIMEOUT.toSeconds()
              + " s; it takes effect there when they answer");
    }
  }
}
