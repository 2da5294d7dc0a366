package dev.sluice.core.pacing;

/** The time by which a worker's next iteration is due. */
public enum Pacing {

  /** By the schedule alone: what a late worker could not begin is owed (an open loop). */
  SCHEDULE,

  /**
   * By the worker's previous iteration: one interval of the schedule after that was due, or at its
   * end if that is later, which moves all that follow by as much. Nothing is ever owed (a closed
   * loop with think time).
   */
  THINK_TIME
}
