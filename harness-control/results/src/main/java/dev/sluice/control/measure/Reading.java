package dev.sluice.control.measure;

/** One reading of an observer. */
public sealed interface Reading {

  /**
   * CPU time used so far, by a process, a group of processes or a host.
   *
   * @param processors how many the host has, 0 where it is no host
   * @param idleNanos what the host's processors did not use, by the clock that counts the rest; 0
   *     where it is unknown
   */
  record Cpu(long nanos, int processors, long idleNanos) implements Reading {

    public Cpu(long nanos, int processors) {
      this(nanos, processors, 0);
    }

    /** Processors used on average since an earlier reading. */
    double coresSince(Cpu earlier, long elapsedNanos) {
      double busy = nanos - earlier.nanos;
      double all = busy + Math.max(0, idleNanos - earlier.idleNanos); // disks' waits may decrease
      return idleNanos == 0 || all == 0 ? busy / elapsedNanos : processors * busy / all;
    }
  }

  /** Something counted so far, of which the rate per second is the figure. */
  record Counter(double count) implements Reading {}

  /**
   * A value of the moment.
   *
   * @param written whether it is written down by itself; a sum's parts are
   */
  record Value(double value, boolean written) implements Reading {

    public Value(double value) {
      this(value, true);
    }
  }
}
