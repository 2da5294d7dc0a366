package dev.sluice.control.fleet.protocol;

import dev.sluice.control.fleet.protocol.AgentView.Condition;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Deals the places of a controller's workloads: an agent comes in when it can act on places, and
 * has them until it cannot. For one thread.
 *
 * @param members of the fleet, by name, as they come
 * @param workloads by name, as they are declared
 */
record PlaceAssignment(
    FleetTiming timing,
    Leadership leadership,
    Recovery recovery,
    Map<String, Member> members,
    Map<String, Places> workloads) {

  /**
   * Deals what is to be dealt.
   *
   * @param nowNanos the controller's own clock; the other times are the fleet's
   * @param soonNanos when a change can take effect at the earliest
   * @param startNanos the common start, {@link Long#MAX_VALUE} if there is none yet
   * @return whether there is a new schedule
   */
  boolean settle(long nowNanos, long fleetNanos, long soonNanos, long startNanos) {
    boolean dealt = false;
    for (Map.Entry<String, Places> workload : workloads.entrySet()) {
      Places places = workload.getValue();
      members.values().forEach(member -> seat(workload.getKey(), places, member));
      if (!places.started()
          && startNanos != Long.MAX_VALUE
          && (!recovery.follows(workload.getKey()) || leadership.nobodyActsFromBefore(nowNanos))
          && !places.agents().isEmpty()) {
        places.start(Math.max(startNanos, soonNanos));
        dealt = true;
      }
      dealt |= places.settle(fleetNanos, Math.max(soonNanos, startNanos));
    }
    return dealt;
  }

  /** Gives an agent places if it can use them, and takes them if it cannot. */
  private void seat(String workload, Places places, Member member) {
    int workers = member.canPlay() ? member.workers.getOrDefault(workload, 0) : 0;
    if (places.agents().contains(member.name) || (workers > 0 && mayArrive(member, places))) {
      places.want(member.name, workers);
    }
  }

  /**
   * An agent comes in when it has shown that it has the newest orders, in which it has nothing, and
   * when nobody is silent, for whom it would have to wait.
   */
  private boolean mayArrive(Member member, Places places) {
    return member.condition == Condition.PRESENT
        && member.upToDate()
        && !places.unknown()
        && member.last.fleetErrorNanos() <= timing.clockErrorNanos()
        && places.agents().stream()
            .allMatch(name -> members.get(name).condition == Condition.PRESENT);
  }

  /** Whether an agent has places of any workload. */
  boolean hasPlaces(Member member) {
    return workloads.values().stream().anyMatch(each -> each.agents().contains(member.name));
  }

  /** An agent has these orders. */
  void acknowledged(Member member, long version) {
    member
        .acknowledged(version)
        .forEach(
            (workload, number) -> {
              Places places = workloads.get(workload);
              if (places != null) {
                places.acknowledged(member.name, number);
              }
            });
  }

  /**
   * An agent acts on its places no more.
   *
   * @return the iterations that were due at them between two times of the fleet, by workload
   */
  Map<String, Double> stopped(Member member, long fromNanos, long untilNanos) {
    Map<String, Double> iterations = new LinkedHashMap<>();
    workloads.forEach(
        (name, places) -> {
          double due = places.dueOf(member.name, fromNanos, untilNanos);
          if (due > 0) {
            iterations.put(name, due);
          }
          places.stopped(member.name);
        });
    return iterations;
  }
}
