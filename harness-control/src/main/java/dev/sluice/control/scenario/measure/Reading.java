package dev.sluice.control.scenario.measure;

/** One reading of an observer. */
public sealed interface Reading {

  /**
   * CPU time used so far, by a process, a group of processes or a host.
   *
   * @param processors how many the host has, 0 where it is no host
   */
  record Cpu(long nanos, int processors) implements Reading {}

  /** Something counted so far, of which the rate per second is the figure. */
  record Counter(double count) implements Reading {}

  /** A value of the moment. */
  record Value(double value) implements Reading {}
}
