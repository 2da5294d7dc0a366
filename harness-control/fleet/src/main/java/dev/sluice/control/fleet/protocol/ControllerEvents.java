package dev.sluice.control.fleet.protocol;

/** Events for a controller's process. Called on the protocol's thread, and not to wait. */
public interface ControllerEvents extends AgentEvents {

  /** An agent is there that was not, or is there again. */
  default void arrived(AgentView agent) {
    changed(agent);
  }

  /** A member is not taken, and why, in one line. */
  void refused(String member, String reason);

  /** This controller leads: it has heard all agents that it can hear. */
  void nowLeads();

  /** It does not lead yet, and why, in one line: another controller may be alive. */
  void waits(String reason);

  /** Another controller leads; this one issues nothing any more. */
  void resigned(Epoch by);
}
