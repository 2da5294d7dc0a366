package dev.sluice.control.fleet.protocol;

import dev.sluice.control.fleet.protocol.FleetMessage.Answer;
import dev.sluice.control.fleet.protocol.FleetMessage.Assignment;
import dev.sluice.control.fleet.protocol.FleetMessage.Claim;
import dev.sluice.control.fleet.protocol.FleetMessage.Leases;
import dev.sluice.control.fleet.protocol.FleetMessage.Resign;
import dev.sluice.control.fleet.protocol.FleetMessage.Resigned;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How a controller comes to be obeyed, and when it is obeyed no more.
 *
 * <ol>
 *   <li>It asks everybody who is there, and learns the highest epoch.
 *   <li>It claims the next one. An agent that plays for another controller refuses until that one
 *       has ended: its host refuses a connection, or it has resigned because it was asked to. A
 *       silent controller may be alive, so it is waited for.
 *   <li>When all agents that can be heard obey, it leads.
 *   <li>It resigns when a controller of a higher epoch asks it to.
 * </ol>
 *
 * <p>For one thread. Readings are of the controller's own clock.
 */
final class Leadership {

  private static final long PROBE_NANOS = 1_000_000_000L;
  private static final long ASK_NANOS = 1_000_000_000L;
  private static final long WAIT_NANOS = 3_000_000_000L;

  private final FleetLink link;
  private final FleetTiming timing;
  private final ControllerEvents events;
  private final boolean follows;

  private final Map<String, Latest> answers = new TreeMap<>();
  private final Set<String> ended = new HashSet<>();
  private final Set<String> successors = new HashSet<>();
  private final Set<String> obeyed = new HashSet<>(); // other controllers, by agents that play
  private final Map<String, Resigned> resigned = new HashMap<>(); // by controller
  private final Set<String> dead = new HashSet<>();
  private final Map<String, Long> probedNanos = new HashMap<>();
  private final Set<String> said = new HashSet<>();

  private Epoch epoch;
  private Epoch madeWayFor;
  private boolean led;
  private Epoch highest = Epoch.NONE;
  private Phase phase = Phase.NEW;
  private long phaseNanos;
  private long claimedNanos;
  private long endedNanos;
  private long longestNanos;
  private long fleetAheadNanos;
  private long fleetErrorNanos = Long.MAX_VALUE;

  private enum Phase {
    NEW,
    ASKING,
    CLAIMING,
    LEADING,
    OVER
  }

  /** An agent's latest answer. */
  private record Latest(Answer answer, long receivedNanos) {

    /** Whether the agent plays for a controller. */
    boolean plays() {
      return !answer.orders().task().isEmpty();
    }
  }

  Leadership(FleetLink link, FleetTiming timing, ControllerEvents events, boolean follows) {
    this.link = link;
    this.timing = timing;
    this.events = events;
    this.follows = follows;
    this.epoch = new Epoch(0, link.self());
    this.madeWayFor = epoch;
  }

  Epoch epoch() {
    return epoch;
  }

  boolean begun() {
    return phase == Phase.LEADING;
  }

  boolean over() {
    return phase == Phase.OVER;
  }

  boolean follows() {
    return follows;
  }

  /** The fleet's clock less the controller's own: that of the controller before goes on. */
  long fleetAheadNanos() {
    return fleetAheadNanos;
  }

  /** Whether a member's host has refused a connection. */
  boolean dead(String member) {
    return dead.contains(member);
  }

  void tick(long nowNanos, Set<String> view, Map<String, Member> members) {
    if (phase == Phase.NEW && !view.isEmpty()) { // nobody can be asked before it has joined
      enter(Phase.ASKING, nowNanos);
    }
    boolean allAnswered = view.stream().allMatch(name -> isSelf(name) || answers.containsKey(name));
    boolean asked =
        phase == Phase.ASKING
            && (nowNanos - phaseNanos >= ASK_NANOS || (allAnswered && view.size() > 1));
    if (asked) {
      epoch = highest.next(link.self());
      enter(Phase.CLAIMING, nowNanos);
    }
    if (follows) {
      others().forEach(other -> probe(nowNanos, other));
    }
    if (nowNanos - claimedNanos >= timing.heartbeatNanos()) {
      claimedNanos = nowNanos;
      if (follows && epoch.number() > 0) {
        others().forEach(other -> link.send(other, new Resign(epoch)));
      }
      Set<String> names = new TreeSet<>(view);
      if (phase == Phase.CLAIMING) {
        names.addAll(members.keySet());
      }
      for (String name : names) {
        Member member = members.get(name);
        if (!isSelf(name) && (member == null || !member.accepted.equals(epoch))) {
          claim(nowNanos, name);
        }
      }
    }
  }

  /**
   * One that follows wants nothing of agents that do not play, until it has found those that do.
   */
  private void claim(long nowNanos, String name) {
    Latest latest = answers.get(name);
    boolean asksOnly = follows && !begun() && (latest == null || !latest.plays());
    Epoch claimed = asksOnly ? new Epoch(0, link.self()) : epoch;
    link.send(name, new Claim(claimed, ended, nowNanos));
  }

  private void enter(Phase next, long nowNanos) {
    phase = next;
    phaseNanos = nowNanos;
    claimedNanos = nowNanos - timing.heartbeatNanos();
  }

  /** An agent has answered a claim. */
  void answered(long nowNanos, String from, Answer answer, Set<String> view) {
    Latest latest = new Latest(answer, nowNanos);
    Latest before = answers.get(from);
    if (!begun() && (before == null || latest.plays())) {
      measure(nowNanos, answer);
    }
    // what it did before it obeyed this controller is what matters
    if (before == null || !before.answer.accepted()) {
      answers.put(from, latest);
    }
    Epoch epochThere = answer.heartbeat().epoch();
    String other = epochThere.issuer();
    highest = highest.isBefore(epochThere) ? epochThere : highest;
    if (latest.plays() && !isSelf(other)) {
      obeyed.add(other);
    }
    Leases leases = answer.orders().leases();
    longestNanos = Math.max(longestNanos, leases.leaseNanos() + leases.controllerLeaseNanos());
    String led = answer.ordered().issuer();
    if (answer.accepted() && latest.plays() && !isSelf(led) && ended.add(led)) {
      endedNanos = nowNanos; // it has found out for itself, or it would not accept
    }
    if (answer.accepted() || phase == Phase.ASKING || phase == Phase.NEW) {
      return;
    }
    // nobody needs to know what became of a controller for which no agent plays
    boolean forgotten = !latest.plays() && !view.contains(other);
    boolean gone = isSelf(other) || ended.contains(other) || forgotten;
    if (epoch.isBefore(epochThere) && (gone || !begun())) {
      epoch = highest.next(link.self()); // a controller that leads waits to be asked instead
    }
    if (!gone && (latest.plays() || epoch.isBefore(epochThere))) {
      probe(nowNanos, other);
    }
  }

  private void measure(long nowNanos, Answer answer) {
    long there = answer.claimReceivedNanos() - answer.claimSentNanos();
    long back = answer.heartbeat().sentNanos() - nowNanos;
    long known = answer.heartbeat().fleetErrorNanos();
    if (!follows || known == ClockOffset.UNKNOWN_NANOS || answer.orders().task().isEmpty()) {
      return;
    }
    long errorNanos = known + Math.abs(there - back) / 2;
    if (errorNanos < fleetErrorNanos) {
      fleetErrorNanos = errorNanos;
      fleetAheadNanos = answer.heartbeat().fleetAheadNanos() + back + (there - back) / 2;
    }
  }

  /** A member answers no connection, or says that it issues nothing any more. */
  void ended(String name, long nowNanos, boolean refused) {
    if (refused) {
      dead.add(name);
    }
    boolean hadLed =
        successors.contains(name)
            || answers.values().stream()
                .anyMatch(latest -> latest.answer.heartbeat().epoch().issuer().equals(name));
    if (hadLed && ended.add(name)) {
      endedNanos = nowNanos;
      claimedNanos = nowNanos - timing.heartbeatNanos();
    }
  }

  /**
   * A controller has resigned. The one that asked for it may have led agents that cannot be heard
   * from here, and have given them what those that can be heard do not have, so it is followed too.
   */
  void madeWay(String name, long nowNanos, Resigned message) {
    Epoch by = message.by();
    resigned.put(name, message);
    if (phase == Phase.CLAIMING && !isSelf(by.issuer()) && !by.issuer().equals(name)) {
      successors.add(by.issuer());
      highest = highest.isBefore(by) ? by : highest;
      if (epoch.isBefore(by)) {
        epoch = highest.next(link.self());
      }
    }
    ended(name, nowNanos, false);
  }

  /** Whether a controller has resigned because this one asked, so that no other follows it. */
  boolean madeWayForThis(String name) {
    return resigned.containsKey(name) && isSelf(resigned.get(name).by().issuer());
  }

  /**
   * Whether another led before this one, and no agent that it led has accepted this one. An answer
   * from before that proves nothing: the other may have granted more since.
   */
  boolean mayHaveMissedGrants() {
    Set<String> missed = new HashSet<>(successors);
    missed.addAll(obeyed);
    missed.removeIf(
        name -> resigned.containsKey(name) && resigned.get(name).epoch().equals(Epoch.NONE));
    played().values().stream()
        .filter(Answer::accepted)
        .forEach(answer -> missed.remove(answer.ordered().issuer()));
    return !missed.isEmpty();
  }

  void probe(long nowNanos, String member) {
    Long before = probedNanos.get(member);
    if (before == null || nowNanos - before >= PROBE_NANOS) {
      probedNanos.put(member, nowNanos);
      link.probe(member);
    }
  }

  /** Whether the time has come to lead; if so, it does. */
  boolean conclude(long nowNanos, Set<String> view, Map<String, Member> members) {
    if (phase != Phase.CLAIMING) {
      return false;
    }
    boolean waits = follows && members.keySet().stream().noneMatch(this::played);
    waits |= !ended.containsAll(successors);
    for (Map.Entry<String, Latest> each : answers.entrySet()) {
      String name = each.getKey();
      Member member = members.get(name);
      boolean obeys = member != null && member.accepted.equals(epoch);
      boolean there = view.contains(name) && nowNanos - each.getValue().receivedNanos < WAIT_NANOS;
      if (!obeys && there && !dead(name) && (each.getValue().plays() || !follows)) {
        waits |= mustWait(name, each.getValue());
      }
    }
    Set<String> unheard = new HashSet<>(unheard());
    unheard.removeAll(dead);
    unheard.forEach(name -> probe(nowNanos, name));
    if (waits || (!unheard.isEmpty() && nowNanos - phaseNanos < WAIT_NANOS)) {
      return false;
    }
    enter(Phase.LEADING, nowNanos);
    return true;
  }

  /** Whether an agent that does not obey yet is to be waited for; says so once. */
  private boolean mustWait(String name, Latest latest) {
    String other = latest.answer.heartbeat().epoch().issuer();
    boolean taken = latest.plays() && !isSelf(other) && !ended.contains(other);
    if (taken && !follows) {
      if (said.add(name)) {
        events.noted(
            "refused " + name + ": it plays for " + other + "; attach takes that run over");
      }
      return false;
    }
    if (taken && said.add(other)) {
      events.noted(other + " does not answer, and may be alive; agents play for it");
    }
    return true;
  }

  /** Members that the controller before had given places, and that were not heard. */
  private Set<String> unheard() {
    Set<String> owners = new HashSet<>();
    for (Latest latest : answers.values()) {
      for (Assignment assignment : latest.answer.orders().workloads()) {
        if (follows) {
          assignment.schedule().ifPresent(schedule -> owners.addAll(schedule.owners()));
        }
      }
    }
    owners.removeAll(answers.keySet());
    owners.remove(Places.NOBODY);
    return owners;
  }

  /** Whether an agent plays that has accepted this controller, hence the one before has ended. */
  private boolean played(String member) {
    Latest latest = answers.get(member);
    return latest != null && latest.plays() && latest.answer.accepted();
  }

  /** The answers of agents that play for an earlier controller, by member. */
  Map<String, Answer> played() {
    Map<String, Answer> played = new TreeMap<>();
    answers.forEach(
        (name, latest) -> {
          if (follows && latest.plays()) {
            played.put(name, latest.answer);
          }
        });
    return played;
  }

  /** Whether all that an earlier controller granted has ended by now. */
  boolean nobodyActsFromBefore(long nowNanos) {
    long longest = Math.max(longestNanos, timing.leaseNanos() + timing.controllerLeaseNanos());
    return others().isEmpty() && nowNanos - endedNanos > FleetTiming.onAnyClock(longest);
  }

  /** Controllers that may have led agents, as far as this one knows, and that may be alive. */
  private Set<String> others() {
    Set<String> others = new TreeSet<>();
    for (Latest latest : answers.values()) {
      String issuer = latest.answer.heartbeat().epoch().issuer();
      if (latest.plays() && !isSelf(issuer) && !ended.contains(issuer)) {
        others.add(issuer);
      }
    }
    successors.stream().filter(name -> !ended.contains(name)).forEach(others::add);
    return others;
  }

  /** Another controller asks this one to resign. */
  void askedToResign(String from, Epoch by) {
    if (!over() && epoch.isBefore(by)) {
      resign(by);
    }
    if (over()) {
      link.send(from, new Resigned(led ? epoch : Epoch.NONE, madeWayFor));
    }
  }

  void resign(Epoch by) {
    if (!over()) {
      led = begun();
      phase = Phase.OVER;
      madeWayFor = by;
      events.resigned(by);
    }
  }

  private boolean isSelf(String name) {
    return name.equals(link.self());
  }
}
