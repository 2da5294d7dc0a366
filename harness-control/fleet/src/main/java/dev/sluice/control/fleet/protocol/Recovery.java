package dev.sluice.control.fleet.protocol;

import dev.sluice.control.fleet.protocol.FleetMessage.Answer;
import dev.sluice.control.fleet.protocol.FleetMessage.Assignment;
import dev.sluice.core.pacing.CommonSchedule;
import java.util.Map;
import java.util.Set;

/**
 * How a controller that follows others takes over their workloads, from what agents were told: each
 * goes on from the newest schedule that any agent has, agents keep the places that they act on, and
 * places that others may have been granted are reserved until nobody acts on them any more.
 *
 * <p>For one thread.
 *
 * @param self the controller that follows
 * @param workloads its workloads by name, to which those are added that it takes over
 * @param lastTold the newest that agents were told of each workload that it takes over
 */
record Recovery(
    String self,
    FleetTiming timing,
    Leadership leadership,
    Map<String, Places> workloads,
    Map<String, Told> lastTold) {

  /**
   * What an earlier controller has told.
   *
   * @param number of the schedule, 0 if there was none yet
   */
  record Told(Epoch epoch, long number) implements Comparable<Told> {

    static final Told NOTHING = new Told(Epoch.NONE, -1);

    static Told of(Epoch ordered, Assignment assignment) {
      return new Told(ordered, assignment.schedule().map(CommonSchedule::number).orElse(0L));
    }

    @Override
    public int compareTo(Told other) {
      boolean either = number == 0 || other.number == 0; // a schedule tells more than none
      int byEpoch = either ? 0 : epoch.compareTo(other.epoch);
      return byEpoch != 0 ? byEpoch : Long.compare(number, other.number);
    }
  }

  /** Whether a workload was an earlier controller's. */
  boolean follows(String workload) {
    return lastTold.containsKey(workload);
  }

  /** All agents that can be heard have accepted the controller: takes over what they played. */
  void recover(long nowNanos, Map<String, Member> members) {
    Map<String, Answer> played = leadership.played();
    for (Answer answer : played.values()) {
      answer.orders().workloads().forEach(assignment -> goOn(answer.ordered(), assignment));
    }
    played.forEach(
        (name, answer) -> {
          Member member = members.get(name);
          if (member != null && member.isThere()) {
            takeIn(nowNanos, member, answer);
          }
        });
    for (Places places : workloads.values()) {
      Set.copyOf(places.unheard()).stream()
          .filter(name -> leadership.dead(name) && !timing.strictLeases())
          .forEach(places::dead);
    }
    lastTold.forEach(
        (name, told) -> {
          Places places = workloads.get(name);
          boolean nobodyHasPlaces = places.started() && places.schedule().owners().isEmpty();
          if (leadership.mayHaveMissedGrants()
              || (nobodyHasPlaces && !leadership.madeWayForThis(told.epoch.issuer()))) {
            places.reserve();
          }
        });
  }

  /** Goes on with a workload from the newest schedule that any agent was told. */
  private void goOn(Epoch ordered, Assignment assignment) {
    String name = assignment.workload();
    Told told = Told.of(ordered, assignment);
    if (told.compareTo(lastTold(name)) > 0) {
      Places places = new Places(assignment.target());
      assignment.schedule().ifPresent(places::after);
      workloads.put(name, places);
      lastTold.put(name, told);
    }
  }

  /** An agent has accepted the controller after it began to lead. */
  void heardLate(long nowNanos, Member member, Answer answer) {
    goOnLater(answer);
    takeIn(nowNanos, member, answer);
  }

  /** An agent obeys another controller, which may have granted all places to others. */
  void obeysAnother(Answer answer) {
    boolean news =
        answer.orders().workloads().stream()
            .map(assignment -> lastTold(assignment.workload()))
            .noneMatch(told -> told.epoch.equals(answer.ordered()));
    if (news && !answer.ordered().issuer().equals(self)) {
      goOnLater(answer);
    }
  }

  /** An agent that is heard late was told more than those from which this controller went on. */
  private void goOnLater(Answer answer) {
    for (Assignment assignment : answer.orders().workloads()) {
      Places places = workloads.get(assignment.workload());
      Told told = Told.of(answer.ordered(), assignment);
      if (places != null
          && told.number > 0
          && told.compareTo(lastTold(assignment.workload())) > 0) {
        lastTold.put(assignment.workload(), told);
        places.after(assignment.schedule().orElseThrow());
      }
    }
  }

  /** An agent keeps the places that it acts on; one that has stopped has no lease too early. */
  private void takeIn(long nowNanos, Member member, Answer answer) {
    boolean leased = answer.leaseLeftNanos() > 0;
    if (!leased) {
      member.leaseFromNanos = nowNanos + timing.leadNanos() + timing.clockErrorNanos();
    }
    long overNanos = nowNanos + leadership.fleetAheadNanos() - 2 * timing.clockErrorNanos();
    for (Assignment assignment : answer.orders().workloads()) {
      Places places = workloads.get(assignment.workload());
      if (places != null && places.started()) {
        places.heard(member.name, assignment.shares(), leased, overNanos);
      }
    }
  }

  private Told lastTold(String workload) {
    return lastTold.getOrDefault(workload, Told.NOTHING);
  }
}
