package dev.sluice.core.stats;

import dev.sluice.core.pacing.Backlog;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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

/** The cost of one interval on the reporter's thread. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class CollectorBenchmark {

  private static final int ITERATIONS_EACH = 200;

  @Param({"180", "10000"})
  int workers;

  private final WorkloadStats stats = new WorkloadStats(false, 1);

  @Setup
  public void work() {
    SplittableRandom random = new SplittableRandom(7);
    List<WorkerStats> all = Stream.generate(WorkerStats::new).limit(workers).toList();
    for (WorkerStats worker : all) {
      for (int i = 0; i < ITERATIONS_EACH; i++) {
        long latency = random.nextLong(100_000, 5_000_000);
        worker.completed(0, random.nextLong(100_000), latency);
      }
    }
    all.forEach(worker -> stats.join("w", worker, Backlog.NOTHING, 0));
  }

  @Benchmark
  public Window interval() {
    return stats.sinceLast(stats.read(() -> 0));
  }

  /** The part during which the moment of the interval is fixed. */
  @Benchmark
  public Window counters() {
    return stats.read(() -> 0);
  }
}
