package dev.sluice.core.run;

import static dev.sluice.core.run.ControlledRun.assertRefused;
import static dev.sluice.core.run.WorkloadSpecs.perWorker;
import static dev.sluice.core.run.WorkloadSpecs.total;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.run.Change.OfRate;
import dev.sluice.core.run.Change.Undone;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.time.InVirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes that are taken back. */
@ExtendWith(InVirtualTime.class)
class UndoOfARunTest {

  @RegisterExtension final ControlledRun run = new ControlledRun();

  /** What a change may change, of all workloads. */
  private List<String> state() {
    return run.control().status().workloads().stream().map(UndoOfARunTest::state).toList();
  }

  private static String state(WorkloadStatus status) {
    return status.target().text() + " " + status.target().inTotal() + " " + status.workers();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void theWayBackIsTheWayThere(long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    run.start(
        perWorker("a", TestWorkers.idle(), 4, 100),
        total("b", TestWorkers.idle(), 3, 50),
        total("c", TestWorkers.idle(), 2, 7));
    Deque<List<String>> way = new ArrayDeque<>();
    for (int i = 0; i < 25; i++) {
      List<String> before = state();
      change(random, List.of("", "a", "b", "c").get(random.nextInt(4)));
      if (!state().equals(before)) { // a pause of what is paused is none
        way.push(before);
      }
    }
    assertThat(way).hasSizeGreaterThan(10);
    for (List<String> before : way) {
      run.control().undo("");
      assertThat(state()).isEqualTo(before);
    }
    assertRefused(() -> run.control().undo(""), "no change of rate, pause or workers is left");
  }

  private void change(SplittableRandom random, String workload) {
    RunControl control = run.control();
    double some = 1 + random.nextInt(1000);
    switch (random.nextInt(7)) {
      case 0 -> control.changeRate(workload, new RateChange.ToTotal(some), Duration.ZERO);
      case 1 -> control.changeRate(workload, new RateChange.ToPerWorker(some), Duration.ZERO);
      case 2 -> control.changeRate(workload, new RateChange.ByPercent(some), Duration.ZERO);
      case 3 -> control.pause(workload);
      case 4 -> control.resume(workload);
      case 5 -> control.addWorkers(workload, 2);
      default -> {
        control.changeRate(workload, new RateChange.ToTotal(some), Duration.ofHours(1));
        control.undo(workload); // no way back leads into the middle of a ramp
        if (run.status().workers() > 1) {
          control.endWorkers("a", 1);
        }
      }
    }
  }

  @Test
  void aRampThatWasBegunEndsAtTheRateBeforeIt() throws Exception {
    run.start(total("w", TestWorkers.idle(), 2, 1980));
    run.control().changeRate("w", new RateChange.ToTotal(2700), Duration.ofMinutes(4));
    Undone undone = run.control().undo("");
    assertThat(undone.change().orElseThrow().adjustment())
        .isEqualTo(new OfRate(new RateChange.ToTotal(2700), Duration.ofMinutes(4)));
    assertThat(undone.workloads()).singleElement().extracting(WorkloadStatus::name).isEqualTo("w");
    assertThat(run.status().target().text()).isEqualTo("990.00/s per worker, 1980.00/s in total");
    run.next(RunEvent.Kind.RATE);
    assertThat(run.next(RunEvent.Kind.RATE).text()).endsWith("1980.00/s in total");
  }

  @Test
  void ofAChangeOfAllOneWorkloadCanBeUndone() throws Exception {
    run.start(total("a", TestWorkers.idle(), 2, 10), total("b", TestWorkers.idle(), 2, 20));
    run.control().changeRate("", new RateChange.ByPercent(100), Duration.ZERO);
    run.control().undo("b");
    assertThat(run.control().status().workloads())
        .extracting(each -> each.target().finalTotalPerSecond())
        .containsExactly(20.0, 20.0);
    assertThat(run.control().status().undoable().orElseThrow().before()).containsOnlyKeys("a");
    assertRefused(() -> run.control().undo("b"), "workers of b is left to undo");
    run.control().undo("");
    assertThat(run.control().status().undoable()).isEmpty();
  }

  @Test
  void nothingIsUndoneThatCannotBe() throws Exception {
    run.start(total("a", TestWorkers.idle(), 2, 10), total("b", TestWorkers.idle(), 2, 20));
    run.control().mark("no change");
    assertRefused(() -> run.control().undo(""), "no change of rate, pause or workers is left");
    assertRefused(() -> run.control().undo("nobody"), "unknown workload nobody");
    run.control().changeRate("b", new RateChange.ToTotal(5), Duration.ZERO);
    run.control().endWorkers("b", 9);
    Change ended = run.control().status().undoable().orElseThrow();
    run.control().undo("b");
    assertThat(run.control().status().workloads().get(1).workers())
        .as("as many as there were, not as were named: %s", ended)
        .isEqualTo(2);
    run.control().endWorkers("b", 2);
    run.control().changeRate("b", new RateChange.ToTotal(6), Duration.ZERO);
    assertRefused(() -> run.control().undo("b"), "no workers of b are left");
    run.stop();
    assertRefused(() -> run.control().undo("a"), "the run is over");
  }
}
