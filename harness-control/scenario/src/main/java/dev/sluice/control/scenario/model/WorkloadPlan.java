package dev.sluice.control.scenario.model;

import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.Delivery;
import java.util.OptionalDouble;

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

  /**
   * The workload by itself, with an account of its own.
   *
   * @throws BadOptionException if its options do not go together
   */
  WorkloadSpec alone(String name, JmsProvider provider) throws BadOptionException;

  /** How large the bodies are that its workers make, on average; empty if they make none. */
  OptionalDouble meanBodyBytes();

  /** Whether it has a rate that can be changed; see {@link WorkerFactory#paceable}. */
  boolean paceable();
}
