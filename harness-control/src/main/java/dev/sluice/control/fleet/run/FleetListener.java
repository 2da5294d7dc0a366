package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.protocol.AgentView;
import dev.sluice.control.fleet.protocol.ControllerEvents.Departure;
import dev.sluice.control.fleet.protocol.Item;

/** What a run hears of its fleet. Called on the fleet's thread, and not to wait. */
interface FleetListener {

  /** Nobody listens. */
  FleetListener NONE =
      new FleetListener() {
        @Override
        public void arrived(AgentView agent) {}

        @Override
        public void changed(AgentView agent) {}

        @Override
        public void departed(Departure departure) {}

        @Override
        public void item(AgentView agent, Item item) {}
      };

  /** An agent is there that was not. */
  void arrived(AgentView agent);

  /** An agent's status, or how it is heard, has changed. */
  void changed(AgentView agent);

  /** An agent does not act any more. */
  void departed(Departure departure);

  /** An agent has sent an item, each once and in its turn. */
  void item(AgentView agent, Item item);
}
