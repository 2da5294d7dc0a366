package dev.sluice.control.fleet.protocol;

import java.util.Map;

/** Events for a controller's process. Called on the protocol's thread, and not to wait. */
public interface ControllerEvents {

  /**
   * An agent does not act any more, and its share goes to the rest.
   *
   * @param condition why: STOPPED, DEAD or LEFT
   * @param fromNanos since when its share was not served, as far as can be known, by the fleet's
   *     clock
   * @param untilNanos when the rest take it over, by the fleet's clock
   * @param iterations what was due at its places in between, by workload
   */
  record Departure(
      AgentView agent,
      AgentView.Condition condition,
      long fromNanos,
      long untilNanos,
      Map<String, Double> iterations) {

    public Departure {
      iterations = Map.copyOf(iterations);
    }
  }

  /** An agent is there that was not, or is there again. */
  void arrived(AgentView agent);

  /** An agent's status, or how it is heard, has changed. */
  void changed(AgentView agent);

  /** An agent has sent an item of its task: each once, and in its turn. */
  void item(AgentView agent, Item item);

  /** An agent does not act any more. */
  void departed(Departure departure);

  /** A member is not taken, and why, in one line. */
  void refused(String member, String reason);

  /** This controller leads: it has heard all agents that it can hear. */
  void leads(TakeOver succession);

  /** It does not lead yet, and why, in one line: another controller may be alive. */
  void waits(String reason);

  /** Another controller leads; this one issues nothing any more. */
  void resigned(Epoch by);
}
