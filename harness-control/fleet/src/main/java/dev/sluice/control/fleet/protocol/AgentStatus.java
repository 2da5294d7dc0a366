package dev.sluice.control.fleet.protocol;

import java.util.Map;

/**
 * How far an agent's part of the run is, as its process tells it.
 *
 * @param workersUp workers that are up, by workload
 * @param content what the process adds; not read by the protocol.
 */
public record AgentStatus(Phase phase, Map<String, Integer> workersUp, Content content) {

  /** Nothing to do. */
  public static final AgentStatus IDLE = new AgentStatus(Phase.IDLE, Map.of(), Content.EMPTY);

  /** In the order in which they follow each other. */
  public enum Phase {
    /** It has no task. */
    IDLE,
    /** It fetches its task and connects its workers. */
    PREPARING,
    /** It can start; a share is given only to an agent that is ready. */
    READY,
    /** It plays its part. */
    RUNNING,
    /** Its part has ended, and every item it has is queued. */
    ENDED,
    /** It cannot play its part; the status says why. */
    FAILED
  }

  public AgentStatus {
    workersUp = Map.copyOf(workersUp);
  }

  /** Whether it can act on a share. */
  public boolean ready() {
    return phase == Phase.READY || phase == Phase.RUNNING;
  }
}
