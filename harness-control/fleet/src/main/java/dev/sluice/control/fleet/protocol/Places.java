package dev.sluice.control.fleet.protocol;

import dev.sluice.core.pacing.CommonSchedule;
import dev.sluice.core.pacing.RateCurve;
import dev.sluice.core.pacing.RateCurve.NoSchedule;
import dev.sluice.core.pacing.Share;
import dev.sluice.core.run.TargetState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Who may act on the places of one workload: the controller's book of what it has granted.
 *
 * <p>Every place of a deal has the same part of the workload's total, so an agent that acts on k of
 * m places does k/m of it. Agents hear of a deal at different times, hence some may act on an older
 * one with another m. This holds at all times, and makes the sum of all parts at most 1:
 *
 * <blockquote>
 *
 * the places that anybody may act on, added up, are no more than the places of any deal that
 * anybody may still act on.
 *
 * </blockquote>
 *
 * <p>An agent may act on the deal that it acknowledged last and on all later ones, until it is
 * known to have stopped. New places are withheld from their agent until the rule allows them, and a
 * deal has places of nobody if otherwise it had fewer than are acted on.
 *
 * <p>Those of a workload that another controller began go on from that one's schedule. Its places
 * are dealt from nothing, when nobody acts on them any more.
 *
 * <p>For one thread. Times are the fleet's.
 */
final class Places {

  private static final int KEPT = 8;

  /** Owns the places that nobody may act on. */
  static final String NOBODY = "";

  private final Map<String, Integer> wanted = new TreeMap<>();
  private final List<Change> changes = new ArrayList<>();
  private final Map<String, Standing> standings = new HashMap<>();

  /** Workers that agents are to have besides those of their places, and that are not up yet. */
  private final Map<String, Integer> coming = new HashMap<>();

  private final boolean resumed;
  private final long leastNumber;

  private TargetState target;
  private double askedBefore; // the first schedule
  private boolean started;
  private long startNanos;
  private long endNanos = Long.MAX_VALUE;
  private boolean redeal;

  /** A schedule, and how many of its places each agent was given of those that it is to have. */
  private record Change(CommonSchedule schedule, Map<String, Integer> granted) {

    int grantedTo(String agent) {
      return granted.getOrDefault(agent, 0);
    }

    int places() {
      return schedule.grid().places();
    }
  }

  /**
   * What an agent may act on, besides all changes after the one it acknowledged.
   *
   * @param known the number of the change it acknowledged
   * @param most how many places at most it had of that one
   * @param fewest how many places there were at least
   */
  private record Standing(long known, int most, int fewest) {}

  /**
   * A workload that begins.
   *
   * @param target whose total is that of all its workers, even if not all are there
   */
  Places(TargetState target) {
    this.target = target;
    this.resumed = false;
    this.leastNumber = 0;
  }

  /**
   * A workload that another controller began.
   *
   * @param before the newest schedule that its agents were told; they account for what they had
   * @param leastNumber of the next schedule, more than those of the other controller
   */
  Places(TargetState target, Optional<CommonSchedule> before, long leastNumber) {
    this.target = target;
    this.resumed = true;
    this.leastNumber = leastNumber;
    before.ifPresent(
        each -> {
          Map<String, Integer> had = new HashMap<>();
          each.owners().forEach(owner -> had.merge(owner, 1, Integer::sum));
          had.remove(NOBODY);
          changes.add(new Change(each, had));
        });
  }

  boolean started() {
    return started;
  }

  /** The newest schedule; none before the first. */
  Optional<CommonSchedule> schedule() {
    return changes.isEmpty() ? Optional.empty() : Optional.of(newest().schedule);
  }

  TargetState target() {
    return target;
  }

  /** How many of its places of the newest deal an agent was given. */
  int grantedTo(String agent) {
    return started() ? newest().grantedTo(agent) : 0;
  }

  /** Whether it is to end by then. */
  boolean hasEnded(long fleetNanos) {
    return fleetNanos >= endNanos;
  }

  Set<String> agents() {
    return wanted.keySet();
  }

  /**
   * An agent is to have a place for each of so many workers from the next deal on. One that is to
   * have more than it has waits for them; until then, a rate of each worker is not that of those.
   *
   * @param up how many of them are connected
   */
  void want(String agent, int workers, int up) {
    int before = wanted.getOrDefault(agent, 0);
    boolean waits = before > 0 && workers > before && up < workers;
    int places = waits ? before : workers;
    Integer cameBefore = waits ? coming.put(agent, workers - before) : coming.remove(agent);
    if (places == 0) {
      wanted.remove(agent);
    } else {
      wanted.put(agent, places);
    }
    redeal |= before != places || (cameBefore == null ? 0 : cameBefore) != workers - places;
  }

  /** Whether another controller began it, so that agents may still have what that one dealt. */
  boolean isResumed() {
    return resumed;
  }

  /** Begins, or goes on, with the agents that are wanted now. */
  void start(long fleetNanos) {
    started = true;
    askedBefore = changes.isEmpty() ? asked(fleetNanos) : askedBefore;
    target = resumed ? target : target.beginning(fleetNanos);
    Map<String, Integer> dealt = dealt(total(wanted));
    RateCurve curve = perPlace(total(dealt), fleetNanos);
    CommonSchedule first =
        schedule()
            .map(each -> each.deal(dealt, curve, fleetNanos))
            .orElseGet(() -> CommonSchedule.starting(curve, dealt, fleetNanos))
            .continued(leastNumber, 0);
    startNanos = first.fromNanos();
    add(new Change(first, Map.copyOf(wanted)));
    wanted
        .keySet()
        .forEach(
            agent ->
                standings.put(agent, new Standing(first.number() - 1, 0, first.grid().places())));
    redeal = false;
  }

  /** Whether an agent that has its orders may act: not on what another controller dealt. */
  boolean mayBeLeased(long nowNanos, long clockErrorNanos) {
    return !resumed || (started && nowNanos > startNanos + clockErrorNanos);
  }

  private void add(Change next) {
    changes.add(next);
  }

  /** When a change that is to take effect then can. */
  long earliest(long fleetNanos) {
    return changes.isEmpty() ? fleetNanos : Math.max(fleetNanos, newest().schedule.fromNanos());
  }

  /** Turns to another target, {@linkplain #earliest not before the last change}. */
  void turn(TargetState next, long fleetNanos) {
    if (changes.isEmpty()) {
      askedBefore = asked(fleetNanos);
      target = resumed ? next.beginning(fleetNanos) : next;
    } else {
      target = next.beginning(fleetNanos);
      RateCurve curve = perPlace(newest().places(), fleetNanos);
      add(new Change(newest().schedule.turn(curve, fleetNanos), newest().granted));
    }
  }

  /** An agent has acknowledged all changes up to this one. */
  void acknowledged(String agent, long number) {
    Standing standing = standings.get(agent);
    if (standing == null || number <= standing.known) {
      return;
    }
    for (Change change : changes) {
      if (change.schedule.number() == number) {
        standings.put(agent, new Standing(number, change.grantedTo(agent), change.places()));
      }
    }
  }

  /** An agent is known to have stopped, and acts on nothing until it is given something again. */
  void stopped(String agent) {
    standings.remove(agent);
    want(agent, 0, 0);
  }

  /**
   * Deals again if somebody came, went, or has acknowledged what others wait for.
   *
   * @param soonNanos when a change can take effect at the earliest
   * @return whether there is a new schedule
   */
  boolean settle(long nowNanos, long soonNanos) {
    if (!started()) {
      return false;
    }
    prune(nowNanos);
    boolean nobodysPlaces = newest().schedule.owners().contains(NOBODY);
    int needed = Math.max(total(wanted), acted(Map.of()));
    boolean tooMany = nobodysPlaces && needed > 0 && needed < newest().places();
    if (redeal || tooMany || mayGrant()) {
      long newestNanos = newest().schedule.fromNanos();
      deal(redeal || newestNanos <= nowNanos ? soonNanos : newestNanos);
      return true;
    }
    return false;
  }

  private void deal(long fleetNanos) {
    Map<String, Integer> granted = new HashMap<>();
    wanted.forEach(
        (agent, places) -> // one that had stopped has nothing of before
        granted.put(agent, standings.containsKey(agent) ? Math.min(places, grantedTo(agent)) : 0));
    int acted = acted(granted);
    Map<String, Integer> dealt = dealt(Math.max(total(wanted), acted));
    int places = total(dealt);
    int fewest = Math.min(fewest(), places);
    for (Map.Entry<String, Integer> want : wanted.entrySet()) {
      if (mayHave(want, granted, acted, fewest)) {
        acted += Math.max(0, want.getValue() - mostOf(want.getKey(), granted));
        granted.put(want.getKey(), want.getValue());
      }
    }
    CommonSchedule last = newest().schedule;
    RateCurve curve = perPlace(places, earliest(fleetNanos));
    add(new Change(last.deal(dealt, curve, fleetNanos), Map.copyOf(granted)));
    for (String agent : wanted.keySet()) {
      standings.putIfAbsent(agent, new Standing(last.number(), 0, places));
    }
    redeal = false;
  }

  /**
   * The owners of a deal.
   *
   * @param needed how many places it has at least; without any agent, as many as the target has
   *     workers, because their iterations are asked for all the same
   */
  private Map<String, Integer> dealt(int needed) {
    int places = needed > 0 ? needed : Math.max(1, target.workers());
    Map<String, Integer> dealt = new TreeMap<>(wanted);
    if (places > total(wanted)) {
      dealt.put(NOBODY, places - total(wanted));
    }
    return dealt;
  }

  private boolean mayGrant() {
    Map<String, Integer> granted = newest().granted;
    int acted = acted(granted);
    int fewest = fewest();
    return wanted.entrySet().stream().anyMatch(each -> mayHave(each, granted, acted, fewest));
  }

  /** Whether an agent may be granted all that it is to have, which is more than it was. */
  private boolean mayHave(
      Map.Entry<String, Integer> want, Map<String, Integer> granted, int acted, int fewest) {
    String agent = want.getKey();
    int places = want.getValue();
    return places > granted.getOrDefault(agent, 0)
        && acted + Math.max(0, places - mostOf(agent, granted)) <= fewest;
  }

  /** The places that anybody may act on, with those that are about to be granted. */
  private int acted(Map<String, Integer> next) {
    return standings.keySet().stream().mapToInt(agent -> mostOf(agent, next)).sum();
  }

  /** The most places an agent may act on. */
  private int mostOf(String agent, Map<String, Integer> next) {
    Standing standing = standings.get(agent);
    int most = next.getOrDefault(agent, 0);
    if (standing != null) {
      most = Math.max(most, standing.most);
      for (Change change : changes) {
        if (change.schedule.number() > standing.known) {
          most = Math.max(most, change.grantedTo(agent));
        }
      }
    }
    return most;
  }

  /** The places of the smallest deal that anybody may act on. */
  private int fewest() {
    int fewest = newest().places();
    for (Standing standing : standings.values()) {
      fewest = standing.most > 0 ? Math.min(fewest, standing.fewest) : fewest;
      for (Change change : changes) {
        if (change.schedule.number() > standing.known) {
          fewest = Math.min(fewest, change.places());
        }
      }
    }
    return fewest;
  }

  /** What an agent has to follow: all that it has not acknowledged, and what is in force. */
  List<Share> sharesOf(String agent, long nowNanos) {
    long known = standings.containsKey(agent) ? standings.get(agent).known : 0;
    List<Share> shares = new ArrayList<>();
    for (int i = 0; i < changes.size(); i++) {
      boolean over = i + 1 < changes.size() && changes.get(i + 1).schedule.fromNanos() <= nowNanos;
      if (changes.get(i).schedule.number() > known || !over) {
        shares.add(shareOf(agent, changes.get(i)));
      }
    }
    return shares;
  }

  private static Share shareOf(String agent, Change change) {
    Share all = change.schedule.shareOf(agent);
    int granted = Math.min(change.grantedTo(agent), all.mine().size());
    return new Share(
        all.number(),
        all.fromNanos(),
        all.fromCount(),
        all.curve(),
        all.grid(),
        all.passedOfPrevious(),
        all.mine().subList(0, granted));
  }

  /** How many iterations the target has asked for so far, also those that no agent was given. */
  double asked(long nowNanos) {
    long untilNanos = Math.min(nowNanos, endNanos);
    if (changes.isEmpty()) {
      Duration lasted = Duration.ofNanos(untilNanos - target.sinceNanos());
      return resumed ? askedBefore + target.dueWithin(lasted) : 0;
    }
    CommonSchedule then = changes.get(0).schedule;
    for (Change change : changes) {
      then = change.schedule.fromNanos() <= untilNanos ? change.schedule : then;
    }
    return askedBefore + then.askedBy(Math.max(untilNanos, then.fromNanos()));
  }

  /** Nothing is due after this, also if it is past. */
  void endsAt(long nanos) {
    endNanos = nanos;
  }

  /** Nobody needs changes that all have acknowledged, but for what is in force. */
  private void prune(long nowNanos) {
    long known =
        standings.values().stream().mapToLong(Standing::known).min().orElse(Long.MAX_VALUE);
    while (changes.size() > KEPT
        && changes.get(0).schedule.number() < known
        && changes.get(1).schedule.fromNanos() <= nowNanos) {
      changes.remove(0);
    }
  }

  private Change newest() {
    return changes.get(changes.size() - 1);
  }

  /** The rate of each of so many places from a time on. */
  private RateCurve perPlace(int places, long nanos) {
    TargetState there = target.withWorkers(Math.max(0, target.workers() - total(coming)));
    return there.workers() == 0
        ? NoSchedule.PAUSED
        : there.perWorker(nanos).scaled(there.workers(), places);
  }

  private static int total(Map<String, Integer> places) {
    return places.values().stream().mapToInt(Integer::intValue).sum();
  }
}
