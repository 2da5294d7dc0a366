package dev.sluice.control.fleet.protocol;

/** Events for a controller's process. Called on the protocol's thread, and not to wait. */
public interface ControllerEvents extends AgentEvents {

  /** A member is not taken, and why, in one line. */
  void refused(String member, String reason);

  /** This controller leads: it has heard all agents that it can hear. */
  void nowLeads();

  /** It does not lead yet, and why, in one line: another controller may be alive. */
  void waits(String reason);

  /** Another controller leads; this one issues nothing any more. */
  void resigned(Epoch by);
}
