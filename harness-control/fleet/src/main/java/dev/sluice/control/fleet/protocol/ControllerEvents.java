package dev.sluice.control.fleet.protocol;

/** Events for a controller's process. Called on the protocol's thread, and not to wait. */
public interface ControllerEvents extends AgentEvents {

  /** Something that a person should know: one line. */
  void noted(String line);

  /** This controller leads: it has heard all agents that it can hear. */
  void nowLeads();

  /** Another controller leads; this one issues nothing any more. */
  void resigned(Epoch by);
}
