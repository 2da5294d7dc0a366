package dev.sluice.control.sink.folder;

import dev.sluice.control.format.RecordedInterval;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.time.NanoClock;

/** Adds to each interval how many processors the harness kept busy in it. One thread. */
public final class IntervalRecorder {

  private final CpuMeter cpuMeter;
  private final NanoClock clock;
  private long cpuNanos;
  private long readingNanos;

  /**
   * @param cpuMeter the process's use of its processors
   * @param clock what intervals are timed by
   */
  public IntervalRecorder(CpuMeter cpuMeter, NanoClock clock) {
    this.cpuMeter = cpuMeter;
    this.clock = clock;
    read();
  }

  /** Something happened: intervals may begin with it. */
  public void event(RunEvent event) {
    if (event.kind() == RunEvent.Kind.STARTED || event.kind() == RunEvent.Kind.BEGUN) {
      read();
    }
  }

  /** An interval has ended. */
  public RecordedInterval interval(Snapshot snapshot) {
    long cpuBefore = cpuNanos;
    long readingBefore = readingNanos;
    read();
    long elapsedNanos = readingNanos - readingBefore;
    double cores = elapsedNanos <= 0 ? 0 : (double) (cpuNanos - cpuBefore) / elapsedNanos;
    return new RecordedInterval(snapshot, cores);
  }

  private void read() {
    cpuNanos = cpuMeter.cpuNanos();
    readingNanos = clock.nanos();
  }
}
