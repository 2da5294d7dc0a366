package dev.sluice.control.scenario.file;

import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.provider.JmsProvider;

/** A workload that has been described and has no provider yet. */
public interface WorkloadPlan {

  /**
   * The workload.
   *
   * @throws BadOptionException if its options do not go together
   */
  WorkloadSpec spec(String name, JmsProvider provider) throws BadOptionException;

  /** Whether it has a rate that can be changed; see {@link WorkerFactory#paceable}. */
  boolean paceable();
}
