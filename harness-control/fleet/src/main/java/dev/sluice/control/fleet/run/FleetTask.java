package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.codec.MessageCodec.MalformedMessage;
import dev.sluice.control.fleet.codec.RecordCodec;
import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.control.format.Json;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What agents are asked to play, and what they keep for a controller that follows.
 *
 * @param name of the scenario
 * @param plan their part of it, as a scenario for the reader of scenarios
 * @param placements where its workloads run
 * @param scenario all of the scenario, for the same reader; empty if a secret is written out in it
 * @param environment what that uses of the environment; secrets are empty
 * @param set which of its sets of workloads this is
 */
public record FleetTask(
    String name,
    String plan,
    Map<String, Placement> placements,
    String scenario,
    Map<String, String> environment,
    int set) {

  /** What belongs to the process of one controller. */
  private static final List<String> OF_ONE_PROCESS = List.of("out", "control", "page", "metrics");

  public FleetTask {
    placements = Map.copyOf(placements);
    environment = Map.copyOf(environment);
  }

  /** That of a set of workloads. */
  static FleetTask of(
      Scenario scenario, int set, PlanText.Travelling plan, Map<String, Placement> placements) {
    Section document = scenario.document();
    Json all = new Json();
    for (Map.Entry<String, Value> each : document.entries()) {
      Object value =
          PlanText.json(
              each.getKey(),
              each.getValue(),
              (key, text) -> plan.moved().getOrDefault(text.path(), text.text()));
      if (each.getKey().equals("run") && value instanceof Map<?, ?> run) {
        OF_ONE_PROCESS.forEach(run::remove);
      }
      all.put(each.getKey(), value);
    }
    String text = all.toString();
    return new FleetTask(
        scenario.name(),
        plan.text(),
        placements,
        document.scope().tellsSecret(text) ? "" : text,
        document.scope().environmentIn(text),
        set);
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
