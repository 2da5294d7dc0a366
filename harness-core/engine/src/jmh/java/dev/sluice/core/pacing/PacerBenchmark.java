package dev.sluice.core.pacing;

import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.pacing.PacingQuantum.WakeSlot;
import dev.sluice.core.stats.WorkerStats;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.WaitPoint;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The cost of asking the pacer when there is nothing to wait for, one clock reading included. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class PacerBenchmark {

  /** Per second; 0 = unlimited. The other is more than anybody can do, so always behind. */
  @Param({"0", "1e9"})
  double rate;

  private Pacer pacer;

  @Setup
  public void start() {
    NanoClock clock = NanoClock.SYSTEM;
    LiveRate dial = new LiveRate(clock.nanos(), PacingQuantum.EXACT, CatchUp.UNLIMITED);
    pacer =
        new Pacer(
            dial,
            Arrivals.UNIFORM.sequence(new SplittableRandom(1)),
            Pacing.SCHEDULE,
            new WakeSlot(0),
            new WaitPoint(clock),
            clock,
            new WorkerStats());
    dial.join(pacer);
    dial.turn(RateCurve.constant(rate), clock.nanos());
    dial.start(clock.nanos());
  }

  @Benchmark
  public long awaitNext() {
    pacer.awaitNext(NanoClock.SYSTEM.nanos());
    return pacer.intendedNanos();
  }

  /** The clock's part of it. */
  @Benchmark
  public long readClock() {
    return NanoClock.SYSTEM.nanos();
  }
}
