package dev.sluice.core.run;

/**
 * Whoever wants to know how a run goes. Calls come one at a time, from threads of the run; they
 * must return soon and should not throw (what they throw is logged and changes nothing).
 */
public interface Reporter {

  /** So many workers of a workload are up, while it starts. */
  default void connecting(String workload, int up, int of) {}

  /** Something happened. */
  default void event(RunEvent event) {}

  /** A statistics interval has ended. */
  default void interval(Snapshot snapshot) {}

  /** The run has ended. */
  default void summary(Summary summary) {}
}
