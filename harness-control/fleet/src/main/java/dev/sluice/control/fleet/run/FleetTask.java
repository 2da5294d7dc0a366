package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.codec.MessageCodec.MalformedMessage;
import dev.sluice.control.fleet.codec.RecordCodec;
import dev.sluice.control.fleet.protocol.Content;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What agents are asked to play.
 *
 * @param name of the scenario
 * @param plan a scenario, for the reader of scenarios
 * @param placements where its workloads run
 */
public record FleetTask(String name, String plan, Map<String, Placement> placements) {

  public FleetTask {
    placements = Map.copyOf(placements);
  }

  /** As it travels. */
  Content content() {
    return RecordCodec.PLAIN.encode(this);
  }

  /**
   * The reverse.
   *
   * @throws MalformedMessage if the content is not one
   */
  static FleetTask parse(Content content) {
    return RecordCodec.PLAIN.decode(FleetTask.class, content);
  }

  /** Where a workload runs; nowhere if nothing is said. */
  Placement placement(String workload) {
    return placements.getOrDefault(workload, new Placement(0, List.of()));
  }

  /**
   * The workers of a workload, shared out over its agents in turn: worker k of all is worker k / a
   * of agent k mod a. So numbers stay different, whatever number of workers an agent has later.
   *
   * @param workers how many there are to be
   * @param agents the names of those that have them, in their order
   */
  public record Placement(int workers, List<String> agents) {

    public Placement {
      agents = List.copyOf(agents);
    }

    /** How many workers an agent has; agents that are not named have none. */
    int workersOf(String agent) {
      int index = agents.indexOf(agent);
      return index < 0 ? 0 : (workers - index + agents.size() - 1) / agents.size();
    }

    /** How many workers each agent has. */
    Map<String, Integer> byAgent() {
      Map<String, Integer> all = new LinkedHashMap<>();
      agents.forEach(agent -> all.put(agent, workersOf(agent)));
      return all;
    }

    /** The number among the workers of all agents of one of an agent's own. */
    int number(String agent, int own) {
      int index = agents.indexOf(agent);
      // one that came later counts behind all others
      return index < 0 ? workers + own : index + own * agents.size();
    }
  }
}
