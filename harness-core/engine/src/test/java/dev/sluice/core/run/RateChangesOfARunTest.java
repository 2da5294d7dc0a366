package dev.sluice.core.run;

import static dev.sluice.core.run.ControlledRun.assertRefused;
import static dev.sluice.core.run.RunControl.DEFAULT_WORKLOADS;
import static dev.sluice.core.run.WorkloadSpecs.HARDLY_EVER;
import static dev.sluice.core.run.WorkloadSpecs.perWorker;
import static dev.sluice.core.run.WorkloadSpecs.total;
import static dev.sluice.core.run.WorkloadSpecs.unlimited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.stats.Standing.PaceMode;
import dev.sluice.core.time.InVirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rates that are changed while a run goes on. */
@ExtendWith(InVirtualTime.class)
class RateChangesOfARunTest {

  @RegisterExtension final ControlledRun run = new ControlledRun();

  static Stream<Arguments> changes() {
    return Stream.of(
        Arguments.of(100.0, new RateChange.ToPerWorker(116), 116.0),
        Arguments.of(100.0, new RateChange.ToTotal(1000), 250.0),
        Arguments.of(100.0, new RateChange.ByPerWorker(16), 116.0),
        Arguments.of(100.0, new RateChange.ByPerWorker(-99), 1.0),
        Arguments.of(100.0, new RateChange.ByPercent(50), 150.0),
        Arguments.of(100.0, new RateChange.ByPercent(-50), 50.0),
        Arguments.of(100.0, new RateChange.ToPerWorker(0), 0.0),
        Arguments.of(0.0, new RateChange.ToPerWorker(7.77), 7.77));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void aRateChangeGivesTheTargetItNames(double before, RateChange change, double after)
      throws Exception {
    run.start(perWorker("w", TestWorkers.idle(), 4, before));
    WorkloadStatus status =
        run.control().changeRate(DEFAULT_WORKLOADS, change, Duration.ZERO).get(0);
    assertThat(status.target().finalPerWorkerPerSecond()).isCloseTo(after, within(1e-9));
    assertThat(status.target().perWorkerPerSecond()).isCloseTo(after, within(1e-9));
    assertThat(status.target().totalPerSecond()).isCloseTo(4 * after, within(1e-9));
    assertThat(status.target().mode()).isEqualTo(after == 0 ? PaceMode.UNLIMITED : PaceMode.PACED);
    assertThat(run.next(RunEvent.Kind.RATE).workload()).isEqualTo("w");
  }

  @Test
  void aRateChangeReachesWorkersThatWait() throws Exception {
    CountDownLatch iterations = new CountDownLatch(1000);
    run.start(perWorker("w", TestWorkers.counting(iterations), 10, HARDLY_EVER));
    run.control().changeRate("w", new RateChange.ToPerWorker(1000), Duration.ZERO);
    LiveRun.await(iterations);
  }

  @Test
  void aChangeOfATotalIsSharedByAllWorkers() throws Exception {
    run.start(total("w", TestWorkers.idle(), 4, 100));
    assertThat(run.status().target().perWorkerPerSecond()).isEqualTo(25);
    run.control().changeRate("w", new RateChange.ByPerWorker(5), Duration.ZERO);
    assertThat(run.status().target().totalPerSecond()).isCloseTo(120, within(1e-9));
    run.control().changeRate("w", new RateChange.ByPercent(100), Duration.ZERO);
    assertThat(run.status().target().totalPerSecond()).isCloseTo(240, within(1e-9));
  }

  @Test
  void aRampEndsAtItsTarget() throws Exception {
    run.start(perWorker("w", TestWorkers.idle(), 2, 10));
    run.control().changeRate("w", new RateChange.ToPerWorker(1000), Duration.ofHours(1));
    assertThat(run.status().target().finalPerWorkerPerSecond()).isEqualTo(1000);
    assertThat(run.status().target().perWorkerPerSecond()).isBetween(10.0, 500.0);
  }

  @Test
  void aRelativeChangeDuringARampMovesItsEndAndNotTheRate() throws Exception {
    run.start(total("w", TestWorkers.idle(), 2, 100));
    run.control().changeRate("w", new RateChange.ToTotal(1000), Duration.ofHours(1));
    TargetState before = run.status().target();
    TargetState after =
        run.control().changeRate("w", new RateChange.ByPercent(10), Duration.ZERO).get(0).target();
    assertThat(after.finalTotalPerSecond()).isCloseTo(1100, within(1e-9));
    assertThat(after.totalPerSecond()).isCloseTo(before.totalPerSecond(), within(1.0));
    assertThat(after.rampLeft()).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
    assertThat(after.text()).startsWith("ramp to 550.00/s per worker, 1100.00/s in total in ");
    run.control().addWorkers("w", 2);
    assertThat(run.status().target().rampLeft()).isGreaterThan(Duration.ofMinutes(59));
    assertThat(run.status().target().finalTotalPerSecond()).isCloseTo(1100, within(1e-9));
  }

  static Stream<Arguments> refusals() {
    Duration atOnce = Duration.ZERO;
    Duration slowly = Duration.ofSeconds(1);
    return Stream.of(
        refused("unlimited", new RateChange.ByPercent(10), atOnce, "unlimited"),
        refused("unlimited", new RateChange.ByPerWorker(10), atOnce, "unlimited"),
        refused("unlimited", new RateChange.ToPerWorker(10), slowly, "ramp"),
        refused("paced", new RateChange.ToPerWorker(0), slowly, "ramp"),
        refused("paced", new RateChange.ByPerWorker(-100), atOnce, "above 0"),
        refused("paced", new RateChange.ByPerWorker(-100.5), atOnce, "above 0"),
        refused("paced", new RateChange.ByPercent(-100), atOnce, "above 0"),
        refused("paced", new RateChange.ByPercent(Double.NaN), atOnce, "above 0"),
        refused("paced", new RateChange.ToPerWorker(-1), atOnce, "1e-12 to 1e9"),
        refused("paced", new RateChange.ToTotal(Double.NaN), atOnce, "1e-12 to 1e9"),
        refused("paced", new RateChange.ToTotal(Double.POSITIVE_INFINITY), atOnce, "1e-12 to 1e9"),
        refused("paced", new RateChange.ToTotal(1e-13), atOnce, "1e-12 to 1e9"),
        refused("paced", new RateChange.ToPerWorker(1.1e9), atOnce, "1e-12 to 1e9"),
        refused("paced", new RateChange.ByPerWorker(1e9), atOnce, "1e-12 to 1e9"),
        refused("paced", new RateChange.ByPercent(1e9), atOnce, "1e-12 to 1e9"),
        refused("paced", new RateChange.ByPercent(-100 + 1e-13), atOnce, "1e-12 to 1e9"),
        refused("nobody", new RateChange.ToPerWorker(1), atOnce, "paced, unlimited"));
  }

  private static Arguments refused(String workload, RateChange change, Duration over, String why) {
    return Arguments.of(workload, change, over, why);
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void invalidCommandsAreRejectedWithoutSideEffects(
      String workload, RateChange change, Duration over, String why) throws Exception {
    run.start(
        perWorker("paced", TestWorkers.idle(), 2, 100),
        unlimited("unlimited", TestWorkers.held(), 1));
    assertRefused(() -> run.control().changeRate(workload, change, over), why);
    assertThat(run.status().target().perWorkerPerSecond()).isEqualTo(100);
    assertThat(run.status().target().finalPerWorkerPerSecond()).isEqualTo(100);
    assertThat(run.control().status().workloads().get(1).target().mode())
        .isEqualTo(PaceMode.UNLIMITED);
  }

  @Test
  void whoIsBroughtItsWorkHasNoRateAndCanBePaused() throws Exception {
    run.start(unlimited("listeners", TestWorkers.held().unpaceable(), 2));
    for (RateChange change :
        List.of(
            new RateChange.ToPerWorker(5),
            new RateChange.ToPerWorker(0),
            new RateChange.ToTotal(5),
            new RateChange.ByPercent(10))) {
      assertRefused(
          () -> run.control().changeRate(DEFAULT_WORKLOADS, change, Duration.ZERO),
          "the workers of listeners use a listener");
    }
    assertThat(run.status().target().mode()).isEqualTo(PaceMode.UNLIMITED);
    assertThat(run.control().pause("listeners").get(0).target().mode()).isEqualTo(PaceMode.PAUSED);
    assertThat(run.control().resume("listeners").get(0).target().mode())
        .isEqualTo(PaceMode.UNLIMITED);
  }

  @Test
  void withoutANameARateIsForThoseThatHaveOne() throws Exception {
    run.start(
        perWorker("paced", TestWorkers.idle(), 2, 100),
        unlimited("receivers", TestWorkers.held(), 1));
    assertThat(
            run.control()
                .changeRate(DEFAULT_WORKLOADS, new RateChange.ToPerWorker(5), Duration.ZERO))
        .extracting(WorkloadStatus::name)
        .containsExactly("paced");
    assertThat(run.control().pause(DEFAULT_WORKLOADS))
        .extracting(WorkloadStatus::name)
        .containsExactly("paced", "receivers");
    run.control().resume(DEFAULT_WORKLOADS);
  }

  @Test
  void aRateWithoutANameIsRejectedIfNoWorkloadHasOne() throws Exception {
    run.start(unlimited("a", TestWorkers.held(), 1), unlimited("b", TestWorkers.held(), 1));
    RateChange change = new RateChange.ToPerWorker(5);
    assertRefused(() -> run.control().changeRate(DEFAULT_WORKLOADS, change, Duration.ZERO), "a, b");
    assertThat(run.control().changeRate("b", change, Duration.ZERO)).hasSize(1);
  }

  @Test
  void allWorkloadsTurnAndTheCommandReturnsThoughAReporterIsBlocked() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    Sink blocked =
        new Sink() {
          @Override
          public void event(RunEvent event) {
            LiveRun.await(release);
          }
        };
    run.start(
        blocked,
        perWorker("a", TestWorkers.idle(), 2, 100),
        perWorker("b", TestWorkers.idle(), 2, 100));
    List<WorkloadStatus> changed =
        run.control().changeRate(DEFAULT_WORKLOADS, new RateChange.ToPerWorker(5), Duration.ZERO);
    assertThat(changed)
        .extracting(each -> each.target().perWorkerPerSecond())
        .containsExactly(5.0, 5.0);
    run.next(RunEvent.Kind.RATE);
    run.next(RunEvent.Kind.RATE);
    release.countDown();
  }
}
