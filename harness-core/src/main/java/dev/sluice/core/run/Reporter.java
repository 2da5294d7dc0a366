package dev.sluice.core.run;

import java.util.List;

/**
 * Whoever wants to know how a run goes. Calls come one at a time, from threads of the run; they
 * must return soon and should not throw (what they throw is logged and changes nothing).
 */
public interface Reporter {

  /** So many workers of a workload are up, while it starts. */
  default void connecting(String workload, int up, int of) {}

  /** Something happened. */
  default void event(RunEvent event) {}

  /**
   * What happened to connections, in its order; told together at the end of the interval, since it
   * often happens to all at once. Each was told as an event too, of kind CONNECTION.
   */
  default void connections(List<ConnectionEvent> events) {}

  /** A statistics interval has ended. */
  default void interval(Snapshot snapshot) {}

  /** The run has ended. */
  default void summary(Summary summary) {}
}
