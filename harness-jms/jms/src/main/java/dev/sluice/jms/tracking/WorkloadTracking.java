package dev.sluice.jms.tracking;

/** Stamps what the workers of one workload send. Any thread. */
@FunctionalInterface
public interface WorkloadTracking {

  /** Stamps nothing. */
  WorkloadTracking OFF = worker -> TrackingProperties.NONE;

  /**
   * The stamps of one worker, for as long as it lives.
   *
   * @param worker its number, from 0
   */
  TrackingProperties ofWorker(int worker);
}
