package dev.sluice.control.scenario.file;

import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.jms.delivery.Delivery;
import dev.sluice.jms.provider.JmsProvider;

/** A workload that has been described and has no provider yet. */
public interface WorkloadPlan {

  /**
   * The workload. One that lives on what others send drains at the end.
   *
   * @param runId names the run it is part of, may be empty
   * @param deliveries the account that all workloads of a run share
   * @throws BadOptionException if its options do not go together
   */
  WorkloadSpec spec(String name, JmsProvider provider, String runId, Delivery deliveries)
      throws BadOptionException;
}
