package dev.sluice.control.fleet.protocol;

import dev.sluice.control.fleet.protocol.FleetMessage.Item;

/** What a controller hears of agents. Called on the protocol's thread, and not to wait. */
public interface AgentEvents {

  /** Nobody listens. */
  AgentEvents UNHEARD = new AgentEvents() {};

  /** An agent is there that was not, or its status, or how it is heard, has changed. */
  default void changed(AgentView agent) {}

  /** An agent has sent an item of its task: each once, and in its turn. */
  default void item(AgentView agent, Item item) {}

  /** An agent does not act any more, and its share goes to the rest; its condition says why. */
  default void departed(AgentView agent) {}
}
