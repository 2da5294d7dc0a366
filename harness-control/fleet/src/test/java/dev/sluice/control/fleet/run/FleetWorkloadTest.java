package dev.sluice.control.fleet.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.fleet.protocol.FleetTiming;
import dev.sluice.core.pacing.RateCurve;
import dev.sluice.core.pacing.RateCurve.LinearRamp;
import dev.sluice.core.run.RateChange;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.TargetState;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A workload and the thread of its fleet, which does what it is told after what it is at. */
class FleetWorkloadTest {

  private static final Duration LEAD = Duration.ofMillis(100);

  private long nowNanos = 5_000_000_000L;
  private final NanoClock clock =
      new NanoClock() {
        @Override
        public long nanos() {
          return nowNanos;
        }

        @Override
        public void parkUntil(long deadlineNanos) {
          throw new UnsupportedOperationException("nobody waits");
        }
      };

  private final List<TargetState> turnedTo = new ArrayList<>();
  private final Fleet fleet = new AskingFleet();

  private final FleetWorkload workload =
      new FleetWorkload(
          WorkloadSpec.of(
              "senders",
              index -> {
                throw new IllegalStateException("it works elsewhere");
              },
              4,
              new RateTarget.Total(100)),
          fleet,
          name -> List.of());

  /** Its thread asks for workers before it does what it is told. */
  private final class AskingFleet extends Fleet {

    AskingFleet() {
      super(
          new LocalNetwork().member("controller"),
          Runnable::run,
          FleetTiming.standard(),
          false,
          line -> {});
    }

    @Override
    NanoClock clock() {
      return clock;
    }

    @Override
    Duration lead() {
      return LEAD;
    }

    @Override
    void workers(String of, String member, int workers) {
      assertThat(asked("a")).isPresent();
    }

    @Override
    void turn(Map<String, Supplier<TargetState>> targets, long turnedNanos) {
      assertThat(asked("a")).isPresent();
      turnedTo.add(targets.get("senders").get());
    }
  }

  /** By the fleet's thread, when an agent tells its first figures. */
  private Optional<Integer> asked(String member) {
    return CompletableFuture.supplyAsync(() -> workload.workersOf(member))
        .orTimeout(30, TimeUnit.SECONDS)
        .join();
  }

  @Test
  void theFleetsThreadMayAskForWorkersWhileTheyChange() throws Exception {
    workload.placed(Map.of("a", 2, "b", 2));

    workload.addWorkers(2);
    assertThat(asked("a")).contains(3);

    assertThat(workload.replace("c", "b"::equals)).isTrue();
    assertThat(asked("b")).isEmpty();
    assertThat(asked("c")).contains(3);
  }

  @Test
  void aRampOfATotalGoesOnWhenWorkersComeAndRelativeChangesMoveItsEnd() {
    workload.placed(Map.of("a", 2, "b", 2));
    workload.startAt(clock.nanos());
    change(new RateChange.ToTotal(5000), 60);
    assertThat(last()).isEqualTo(new LinearRamp(25, 1250, 60));
    nowNanos += Duration.ofSeconds(30).toNanos();
    workload.addWorkers(1);
    assertRamp(2550.0 / 5, 1000, 30);
    change(new RateChange.ByPercent(10), 0);
    assertRamp(2550.0 / 5, 1100, 30);
    workload.turn((before, from) -> before.paused(true, from), clock.nanos());
    nowNanos += Duration.ofSeconds(100).toNanos();
    workload.turn((before, from) -> before.paused(false, from), clock.nanos());
    change(new RateChange.ByPerWorker(100), 0);
    assertRamp(2550.0 / 5, 1200, 30);
    change(new RateChange.ToPerWorker(7), 0);
    assertThat(last()).isEqualTo(RateCurve.constant(7));
  }

  private void change(RateChange change, int seconds) {
    Duration over = Duration.ofSeconds(seconds);
    workload.turn((before, from) -> before.changed(change, over, "w", from), clock.nanos());
  }

  private RateCurve last() {
    TargetState last = turnedTo.get(turnedTo.size() - 1);
    return last.perWorker(last.sinceNanos());
  }

  private void assertRamp(double from, double to, double seconds) {
    assertThat(last()).isInstanceOf(LinearRamp.class);
    LinearRamp ramp = (LinearRamp) last();
    assertThat(ramp.fromPerSecond()).isCloseTo(from, within(1e-6 * from));
    assertThat(ramp.toPerSecond()).isCloseTo(to, within(1e-6 * to));
    assertThat(ramp.durationSeconds()).isCloseTo(seconds, within(1e-6));
  }
}
