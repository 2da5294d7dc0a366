package dev.sluice.core.stats;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Recorder;
import org.HdrHistogram.SingleWriterRecorder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it costs a worker to count. Values are spread as latencies are: 50 us to 5 ms, a few more.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class RecordingBenchmark {

  private static final int VALUES = 4096;

  private final long[] values =
      new SplittableRandom(7).doubles(VALUES).mapToLong(RecordingBenchmark::latency).toArray();
  private final WorkerStats stats = new WorkerStats();
  private final LatencyCounts counts = new LatencyCounts();
  private final SingleWriterRecorder singleWriter = new SingleWriterRecorder(2);
  private final Recorder anyWriter = new Recorder(2);
  private int next;

  /** All that is counted of one iteration: three latencies and a counter. */
  @Benchmark
  public void workerStatsCompleted() {
    long latency = value();
    stats.completed(0, latency >>> 3, latency);
  }

  @Benchmark
  public void latencyCounts() {
    counts.record(value());
  }

  @Benchmark
  public void singleWriterRecorder() {
    singleWriter.recordValue(value());
  }

  @Benchmark
  public void recorder() {
    anyWriter.recordValue(value());
  }

  private long value() {
    return values[next++ & (VALUES - 1)];
  }

  private static long latency(double uniform) {
    return (long) (50_000 / (0.001 + 0.999 * Math.pow(1 - uniform, 2)));
  }
}
