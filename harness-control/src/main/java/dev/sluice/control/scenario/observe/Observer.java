package dev.sluice.control.scenario.observe;

/** Reads one number. For one thread. */
interface Observer {

  /** What it is called. */
  String name();

  /** Whether it reads CPU time so far, in nanoseconds; else a value of the moment. */
  boolean readsCpuNanos();

  /**
   * A reading.
   *
   * @throws ObservationException if there is none now
   */
  double read() throws ObservationException, InterruptedException;
}
