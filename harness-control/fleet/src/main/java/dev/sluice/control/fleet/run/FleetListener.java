package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.protocol.AgentView;
import dev.sluice.control.fleet.protocol.ControllerEvents.Departure;
import dev.sluice.control.fleet.protocol.Item;

/** What a run hears of its fleet. Called on the fleet's thread, and not to wait. */
interface FleetListener {

  /** Nobody listens. */
  FleetListener NONE = new FleetListener() {};

  /** An agent is there that was not, or its status, or how it is heard, has changed. */
  default void changed(AgentView agent) {}

  /** An agent does not act any more. */
  default void departed(Departure departure) {}

  /** An agent has sent an item, each once and in its turn. */
  default void item(AgentView agent, Item item) {}
}
