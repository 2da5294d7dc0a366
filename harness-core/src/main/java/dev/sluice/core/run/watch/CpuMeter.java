package dev.sluice.core.run.watch;

/** Reads the processor time this process has used, and the time it was kept from using any. */
@FunctionalInterface
public interface CpuMeter {

  /** User and system time of the process so far, in nanoseconds; 0 where it cannot be had. */
  long cpuNanos();

  /** The time that has been kept from the process so far. */
  default Withheld withheld() {
    return Withheld.NOTHING;
  }

  /**
   * Time that was withheld from the process so far, in nanoseconds; 0 where it cannot be had.
   *
   * @param collectingNanos in pauses of the garbage collection
   * @param throttledNanos by the CPU limit of its cgroup
   * @param stolenNanos of each of the host's processors on average, by the hypervisor
   */
  record Withheld(long collectingNanos, long throttledNanos, long stolenNanos) {

    public static final Withheld NOTHING = new Withheld(0, 0, 0);

    public Withheld since(Withheld earlier) {
      return new Withheld(
          collectingNanos - earlier.collectingNanos,
          throttledNanos - earlier.throttledNanos,
          stolenNanos - earlier.stolenNanos);
    }
  }

  /** The meter of this JVM. */
  static CpuMeter ofThisProcess() {
    return new ProcessMeter();
  }
}
