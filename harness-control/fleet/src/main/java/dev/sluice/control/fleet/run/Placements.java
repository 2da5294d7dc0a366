package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.protocol.AgentView;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus.Phase;
import dev.sluice.control.fleet.run.FleetTask.Placement;
import dev.sluice.control.scenario.model.AgentSelection;
import dev.sluice.core.run.WorkloadSpec;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which agents of a fleet have the workers of a run: each workload takes those that fit and have
 * least to do, and a free agent takes over from one that is gone. Any thread.
 *
 * @param selections where workloads run, by workload; all agents where nothing is said
 */
record Placements(
    Fleet fleet, Collection<FleetWorkload> workloads, Map<String, AgentSelection> selections) {

  /** Whether a workload takes all agents there are, so that one more makes a difference. */
  boolean takeAll() {
    return workloads.stream().anyMatch(each -> selection(each).count().isEmpty());
  }

  /** How many agents have to come at least. */
  int missing() {
    List<AgentView> free = free();
    return workloads.stream().mapToInt(each -> missing(each, free)).max().orElse(0);
  }

  private int missing(FleetWorkload workload, List<AgentView> free) {
    AgentSelection selection = selection(workload);
    long there = free.stream().filter(each -> fits(selection, each)).count();
    return Math.max(0, wanted(selection) - (int) there);
  }

  private static int wanted(AgentSelection selection) {
    return selection.count().orElse(1);
  }

  /** Why there are not enough agents, if so. */
  Optional<String> lacking() {
    List<AgentView> free = free();
    return workloads.stream()
        .filter(each -> missing(each, free) > 0)
        .findFirst()
        .map(
            each -> {
              AgentSelection selection = selection(each);
              int wanted = wanted(selection);
              return "workload %s needs %d agents (%s); the fleet has %d of them free%s"
                  .formatted(
                      each.name(),
                      wanted,
                      selection.text(),
                      wanted - missing(each, free),
                      free.isEmpty() ? "" : ": " + names(free));
            });
  }

  /** Places all workers; returns by workload which agents have them, by name. */
  Map<String, Placement> place() {
    List<AgentView> free = free();
    Map<String, Integer> used = new HashMap<>();
    Map<String, Placement> placements = new LinkedHashMap<>();
    for (FleetWorkload workload : workloads) {
      WorkloadSpec spec = workload.spec();
      List<AgentView> chosen =
          chosen(selection(workload), free, used).limit(Math.max(1, spec.workers())).toList();
      chosen.forEach(each -> used.merge(each.member(), 1, Integer::sum));
      workload.placed(
          new Placement(spec.workers(), chosen.stream().map(AgentView::member).toList()).byAgent());
      placements.put(
          spec.name(),
          new Placement(spec.workers(), chosen.stream().map(each -> each.info().name()).toList()));
    }
    return placements;
  }

  /** Those that have least to do come first. */
  private static Stream<AgentView> chosen(
      AgentSelection selection, List<AgentView> free, Map<String, Integer> used) {
    return free.stream()
        .filter(each -> fits(selection, each))
        .sorted(Comparator.comparing((AgentView each) -> used.getOrDefault(each.member(), 0)))
        .limit(selection.count().orElse(Integer.MAX_VALUE));
  }

  /** The agents that are heard and have nothing to do, by name. */
  List<AgentView> free() {
    return fleet.agents().stream()
        .filter(
            each ->
                each.condition() == AgentView.Condition.PRESENT
                    && each.status().phase() == Phase.IDLE)
        .sorted(Comparator.comparing(each -> each.info().name()))
        .toList();
  }

  /** The agents that have a part in the run, as they are now. */
  List<AgentView> placed() {
    return fleet.agents().stream()
        .filter(
            each ->
                workloads.stream()
                    .anyMatch(workload -> workload.workersOf(each.member()).isPresent()))
        .toList();
  }

  /**
   * A free agent takes the workers of one that is gone.
   *
   * @return whether there was one
   */
  boolean replace(AgentView agent) {
    Map<String, AgentView> known = new HashMap<>();
    fleet.agents().forEach(each -> known.put(each.member(), each));
    boolean taken = false;
    for (FleetWorkload workload : workloads) {
      if (fits(selection(workload), agent)) {
        taken |= workload.replace(agent.member(), member -> isGone(known.get(member), agent));
      }
    }
    return taken;
  }

  private static boolean isGone(AgentView agent, AgentView successor) {
    return agent == null || (agent.isGone() && !agent.member().equals(successor.member()));
  }

  private AgentSelection selection(FleetWorkload workload) {
    return selections.getOrDefault(workload.name(), AgentSelection.ALL);
  }

  private static boolean fits(AgentSelection selection, AgentView agent) {
    return selection.fits(agent.info().labels());
  }

  /** The names of agents, for people. */
  static String names(List<AgentView> agents) {
    return agents.stream().map(each -> each.info().name()).collect(Collectors.joining(", "));
  }
}
