package dev.sluice.core.run;

import static dev.sluice.core.run.ControlledRun.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.bus.EventBus;
import dev.sluice.core.bus.Timeline;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.stats.Connections;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.time.InVirtualTime;
import dev.sluice.core.time.VirtualTime;
import dev.sluice.core.worker.WorkerPool.WorkerStartException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A command of all workloads is tried on each, and its reply says what went wrong with any. */
@ExtendWith(InVirtualTime.class)
class LiveControlTest {

  private final List<String> tried = new ArrayList<>();
  private final EventBus bus = new EventBus(VirtualTime.current(), List.of());
  private final RunControl control =
      new LiveControl(
          new RunSpec(
              "", List.of(), Duration.ZERO, Duration.ZERO, Duration.ofSeconds(1), Duration.ZERO),
          List.of(new Stubborn("a", 2), new Stubborn("b", 0), new Stubborn("c", 1)),
          Optional::empty,
          new Timeline(VirtualTime.current(), () -> Instant.EPOCH, bus),
          bus,
          reason -> {},
          () -> RunPhase.RUNNING,
          LiveControl.Actuator.THIS_PROCESS);

  @Test
  void workersOfAllWorkloadsAreEndedThoughSomeDoNot() {
    assertRefused(
        () -> control.endWorkers("", 3),
        "2 workers of a did not end in time; 1 workers of c did not end in time");
    assertThat(tried).containsExactly("end a 3", "end b 3", "end c 3");
  }

  @Test
  void workersOfAllWorkloadsAreStartedThoughSomeDoNot() {
    assertRefused(() -> control.addWorkers("", 3), "no worker of a; no worker of c");
    assertThat(tried).containsExactly("add a 3", "add b 3", "add c 3");
  }

  private final class Stubborn implements SteeredWorkload {

    private final String name;
    private final int stuck;

    Stubborn(String name, int stuck) {
      this.name = name;
      this.stuck = stuck;
    }

    @Override
    public WorkloadSpec spec() {
      return WorkloadSpecs.perWorker(name, TestWorkers.idle(), 4, 1);
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public TargetState target() {
      return spec().targetState();
    }

    @Override
    public void turn(Turn turn, long nowNanos) {}

    @Override
    public void addWorkers(int count) throws WorkerStartException {
      tried.add("add " + name + " " + count);
      if (stuck > 0) {
        throw new WorkerStartException("no worker of " + name, null);
      }
    }

    @Override
    public int endWorkers(int count, Duration timeout) {
      tried.add("end " + name + " " + count);
      return stuck;
    }

    @Override
    public WorkloadStatus status() {
      return new WorkloadStatus(
          name, target(), 4, 4, Counts.ZERO, Connections.NONE, Map.of(), Optional.empty());
    }
  }
}
