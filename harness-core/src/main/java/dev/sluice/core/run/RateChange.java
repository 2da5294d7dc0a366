package dev.sluice.core.run;

/** A change of a workload's target, as a person asks for it. */
public sealed interface RateChange {

  /** To so many iterations per second for each worker; 0 = as fast as possible. */
  record ToPerWorker(double perSecond) implements RateChange {}

  /** To so many iterations per second for all workers together; 0 = as fast as possible. */
  record ToTotal(double perSecond) implements RateChange {}

  /** By so many iterations per second for each worker, up or down. */
  record ByPerWorker(double perSecond) implements RateChange {}

  /** By so many percent, up or down. */
  record ByPercent(double percent) implements RateChange {}
}
