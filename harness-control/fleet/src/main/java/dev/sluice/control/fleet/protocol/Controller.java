package dev.sluice.control.fleet.protocol;

import dev.sluice.control.fleet.protocol.AgentView.Condition;
import dev.sluice.control.fleet.protocol.FleetMessage.Answer;
import dev.sluice.control.fleet.protocol.FleetMessage.FilePart;
import dev.sluice.control.fleet.protocol.FleetMessage.FileRequest;
import dev.sluice.control.fleet.protocol.FleetMessage.Heartbeat;
import dev.sluice.control.fleet.protocol.FleetMessage.Item;
import dev.sluice.control.fleet.protocol.FleetMessage.Items;
import dev.sluice.control.fleet.protocol.FleetMessage.Leaving;
import dev.sluice.control.fleet.protocol.FleetMessage.Refusal;
import dev.sluice.control.fleet.protocol.FleetMessage.Resign;
import dev.sluice.control.fleet.protocol.FleetMessage.Resigned;
import dev.sluice.core.pacing.CommonSchedule;
import dev.sluice.core.run.TargetState;
import dev.sluice.core.time.NanoClock;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The member of a fleet that says what agents do.
 *
 * <p>It asks all agents first whom they obey ({@link Leadership}), and leads when those that it can
 * hear have accepted it. Then each agent is told its whole orders at every change, and again with
 * every heartbeat until it has them. {@link Places} says who may act on what.
 *
 * <p>For one thread. Readings are of this process's own clock unless they are called the fleet's.
 */
public final class Controller implements FleetLink.Listener {

  /**
   * What another controller began, as agents still play it for the one that follows.
   *
   * @param task what they play
   * @param note what the other controller kept with them
   * @param startNanos its common start, a reading of this process's clock
   * @param workloads by name
   */
  public record TakeOver(
      String task, Content note, long startNanos, Map<String, Workload> workloads) {

    /**
     * One workload.
     *
     * @param target by this process's clock
     * @param workers how many each agent has, by member
     */
    public record Workload(TargetState target, Map<String, Integer> workers) {}
  }

  /** An agent may need some exchanges until it knows the fleet's clock well enough. */
  private static final long CLOCK_PATIENCE_NANOS = 5_000_000_000L;

  private final FleetLink link;
  private final FleetTiming timing;
  private final ControllerEvents events;
  private final Leadership leadership;
  private final Recovery recovery;
  private final Dispatcher dispatcher;

  private final Map<String, Member> members = new TreeMap<>();
  private final Map<String, Places> workloads = new LinkedHashMap<>();
  private Set<String> view = Set.of();
  private boolean changed;
  private AgentEvents hearer; // of items; null until there is one
  private Download fetched; // null while nothing is fetched
  private Consumer<Task> whenFetched = task -> {};
  private long fetchedNanos;

  /**
   * @param follows whether it takes over what another controller began; if not, agents that play
   *     for a controller that is alive are left to it
   */
  public Controller(FleetLink link, FleetTiming timing, ControllerEvents events, boolean follows) {
    this.link = link;
    this.timing = timing;
    this.events = events;
    this.leadership = new Leadership(link, timing, events, follows);
    this.recovery = new Recovery(link.self(), timing, leadership, workloads, new HashMap<>());
    this.dispatcher = new Dispatcher(link, timing, leadership, recovery, members, workloads);
  }

  /** The fleet's clock at a reading of the own one. */
  public long fleetNanos(long localNanos) {
    return localNanos + leadership.fleetAheadNanos();
  }

  /** The own clock at a reading of the fleet's. */
  public long localNanos(long fleetNanos) {
    return fleetNanos - leadership.fleetAheadNanos();
  }

  /** When a change that is ordered now takes effect, by the fleet's clock. */
  public long soonNanos(long nowNanos) {
    return fleetNanos(nowNanos) + timing.leadNanos();
  }

  public Epoch epoch() {
    return leadership.epoch();
  }

  /** Whether agents obey it. */
  public boolean leads() {
    return leadership.begun();
  }

  /** All agents that were ever heard in this leadership, by member. */
  public Map<String, AgentView> agents() {
    Map<String, AgentView> views = new TreeMap<>();
    members.forEach((name, member) -> views.put(name, viewOf(member)));
    return views;
  }

  /** The schedule of a workload over all agents; null before the start. */
  public CommonSchedule schedule(String workload) {
    Places places = workloads.get(workload);
    return places == null ? null : places.schedule();
  }

  /** What a workload was turned to last; null if there is none of that name. */
  public TargetState target(String workload) {
    Places places = workloads.get(workload);
    return places == null ? null : places.target();
  }

  /** Iterations that were due until now at places that no agent was given, by workload. */
  public Map<String, Double> unassigned(long nowNanos) {
    Map<String, Double> iterations = new TreeMap<>();
    workloads.forEach(
        (name, places) -> iterations.put(name, places.unassigned(fleetNanos(nowNanos))));
    return iterations;
  }

  /** Gives an agent something to play, unless it has it. Replaces what it had. */
  public void give(String agent, Task task) {
    if (!members.get(agent).task.equals(task.id())) {
      members.get(agent).give(task);
      changed = true;
    }
  }

  /** What agents play that another controller began; empty if nothing. */
  public Optional<TakeOver> takeOver() {
    Map<String, TakeOver.Workload> found = new TreeMap<>();
    workloads.forEach((name, places) -> found.put(name, takeOver(name, places.target())));
    return members.values().stream()
        .map(member -> member.task)
        .filter(task -> !task.isEmpty() && dispatcher.startNanos != Long.MAX_VALUE)
        .findFirst()
        .map(task -> new TakeOver(task, dispatcher.note, localNanos(dispatcher.startNanos), found));
  }

  private TakeOver.Workload takeOver(String workload, TargetState target) {
    Map<String, Integer> workers = new TreeMap<>();
    for (Member member : members.values()) {
      Optional.ofNullable(member.workers.get(workload))
          .ifPresent(each -> workers.put(member.name, each));
    }
    boolean begun = target.sinceNanos() != NanoClock.NEVER;
    long sinceNanos = localNanos(begun ? target.sinceNanos() : dispatcher.startNanos);
    return new TakeOver.Workload(target.beginning(sinceNanos), workers);
  }

  /** Gets what agents play from one of them. */
  public void fetch(String task, Consumer<Task> then) {
    members.values().stream()
        .filter(member -> member.task.equals(task))
        .findFirst()
        .ifPresent(member -> fetched = new Download(task, member.files));
    whenFetched = then;
  }

  private void fetchOn(long nowNanos) {
    fetchedNanos = nowNanos;
    Optional<FileRequest> next = fetched.next();
    if (next.isPresent()) {
      members.values().stream()
          .filter(member -> member.condition == Condition.PRESENT)
          .filter(member -> member.last.task().equals(next.get().task()))
          .findFirst()
          .ifPresent(member -> link.send(member.name, next.get()));
    } else {
      Task task = fetched.task();
      fetched = null;
      whenFetched.accept(task);
    }
  }

  /** Takes an agent's task away: all figures of it are here, or nobody wants them. */
  public void release(String agent) {
    members.get(agent).release();
    changed = true;
  }

  /**
   * Declares a workload.
   *
   * @param target whose total is that of all its workers, even if not all of them are there
   */
  public void workload(String name, TargetState target) {
    workloads.put(name, new Places(target));
    changed = true;
  }

  /** An agent is to have so many workers of a workload; it has a share of it when it is ready. */
  public void workers(String workload, String agent, int workers) {
    members.get(agent).workers.put(workload, workers);
    changed = true;
  }

  /** The common start, by the fleet's clock; best some time ahead. */
  public void startAt(long fleetNanos) {
    dispatcher.startNanos = fleetNanos;
    changed = true;
  }

  /** Nothing is due after this, by the fleet's clock. */
  public void endsAt(long fleetNanos) {
    workloads.values().forEach(each -> each.endsAt(fleetNanos));
  }

  /** Turns workloads to other targets, all at one moment. */
  public void turn(long nowNanos, Map<String, TargetState> targets) {
    long momentNanos = soonNanos(nowNanos);
    for (String workload : targets.keySet()) {
      momentNanos = workloads.get(workload).earliest(momentNanos);
    }
    for (Map.Entry<String, TargetState> each : targets.entrySet()) {
      workloads.get(each.getKey()).turn(each.getValue(), momentNanos);
    }
    publish(nowNanos);
  }

  /** All agents stop, drain and report. */
  public void stop() {
    members.values().forEach(member -> member.stops = true);
    changed = true;
  }

  /** Who is told the items of agents from now on; until then agents keep them. */
  public void listen(AgentEvents next) {
    hearer = next;
  }

  /** What agents keep for the controller that follows this one. */
  public void note(Content content) {
    dispatcher.note = content;
    changed = true;
  }

  /** Issues nothing any more. */
  public void resign() {
    leadership.resign(leadership.epoch());
  }

  @Override
  public void received(long nowNanos, String from, FleetMessage message) {
    if (message instanceof Resign resign) {
      leadership.askedToResign(from, resign.by());
    } else if (leadership.over()) {
      return;
    } else if (message instanceof Answer answer) {
      answered(nowNanos, from, answer);
    } else if (message instanceof Resigned resigned) {
      leadership.madeWay(from, nowNanos, resigned);
    } else if (message instanceof Heartbeat heartbeat) {
      heartbeat(nowNanos, from, heartbeat);
    } else if (message instanceof Items items) {
      take(from, items);
    } else if (message instanceof FileRequest request) {
      serve(from, request);
    } else if (message instanceof FilePart part && fetched != null && fetched.take(part)) {
      fetchOn(nowNanos);
    } else if (message instanceof Leaving) {
      depart(nowNanos, from, Condition.LEFT);
    }
    settle(nowNanos);
  }

  @Override
  public void view(long nowNanos, Set<String> names) {
    view = new TreeSet<>(names);
    for (Member member : members.values()) {
      if (!view.contains(member.name) && member.isThere()) {
        leadership.probe(nowNanos, member.name);
      }
    }
  }

  @Override
  public void probed(long nowNanos, String name, FleetLink.Evidence evidence) {
    if (evidence != FleetLink.Evidence.REFUSED || leadership.over()) {
      return;
    }
    leadership.ended(name, nowNanos, true);
    if (!timing.strictLeases()) {
      workloads.values().forEach(places -> places.dead(name));
      depart(nowNanos, name, Condition.DEAD);
    }
    settle(nowNanos);
  }

  @Override
  public void tick(long nowNanos) {
    if (leadership.over()) {
      return;
    }
    leadership.tick(nowNanos, view, members);
    if (leadership.conclude(nowNanos, view, members)) {
      begin(nowNanos);
    }
    if (leadership.begun()) {
      members.values().forEach(member -> watch(nowNanos, member));
    }
    if (fetched != null && nowNanos - fetchedNanos >= timing.heartbeatNanos()) {
      fetchOn(nowNanos);
    }
    if (leadership.begun() && leadership.nobodyActsFromBefore(nowNanos)) {
      workloads.values().forEach(Places::forgetUnknown);
    }
    for (Places places : workloads.values()) {
      places.unheard().forEach(name -> leadership.probe(nowNanos, name));
    }
    settle(nowNanos);
  }

  private void watch(long nowNanos, Member member) {
    if (!member.isThere()) {
      return;
    }
    watchClock(nowNanos, member);
    if (nowNanos - member.receivedNanos < timing.suspectNanos()) {
      return;
    }
    if (member.condition == Condition.PRESENT) {
      member.condition = Condition.SILENT;
      events.changed(viewOf(member));
    }
    if (!member.mayAct(nowNanos)) {
      depart(nowNanos, member, Condition.STOPPED);
    } else {
      leadership.probe(nowNanos, member.name);
    }
  }

  /** One that has nothing to do because nobody knows how its clock goes is told so. */
  private void watchClock(long nowNanos, Member member) {
    if (member.last.fleetErrorNanos() <= timing.clockErrorNanos()) {
      member.inexactNanos = nowNanos;
    } else if (nowNanos - member.inexactNanos >= CLOCK_PATIENCE_NANOS
        && !dispatcher.hasPlaces(member)) {
      member.inexactNanos = nowNanos; // it is told again, as it may not have heard it
      String reason =
          "its clock is not known to within %d ms, so it gets no share until it is"
              .formatted(TimeUnit.NANOSECONDS.toMillis(timing.clockErrorNanos()));
      link.send(member.name, new Refusal(reason));
      if (!member.refused) {
        member.refused = true;
        events.noted("refused " + member.name + ": " + reason);
      }
    }
  }

  private void answered(long nowNanos, String from, Answer answer) {
    leadership.answered(nowNanos, from, answer, view);
    if (!answer.accepted() || !answer.claim().equals(leadership.epoch())) {
      if (leadership.begun() && leadership.follows()) {
        recovery.obeysAnother(answer);
      }
      return;
    }
    Member member = members.get(from);
    boolean arrives = member == null;
    if (arrives) {
      member = new Member(from, answer.heartbeat(), nowNanos);
      members.put(from, member);
      if (answer.leaseLeftNanos() > 0) {
        member.actsUntil(nowNanos + FleetTiming.onAnyClock(answer.leaseLeftNanos()));
      }
    } else if (!member.heard(answer.heartbeat(), nowNanos)) {
      return;
    }
    member.accepts(answer.claim());
    if (arrives && leadership.follows()) {
      member.adopt(answer);
      if (leadership.begun()) {
        recovery.heardLate(nowNanos, member, answer);
      }
    }
    changed = true;
    if (leadership.begun()) {
      present(member);
      settle(nowNanos);
      dispatcher.tell(nowNanos, member);
    }
  }

  /** All agents that can be heard have accepted: goes on where the controller before was. */
  private void begin(long nowNanos) {
    dispatcher.follow();
    recovery.recover(nowNanos, members);
    changed = true;
    events.nowLeads();
    members.values().stream()
        .filter(Member::isThere)
        .forEach(member -> events.changed(viewOf(member)));
    settle(nowNanos);
  }

  private void heartbeat(long nowNanos, String from, Heartbeat heartbeat) {
    Member member = members.get(from);
    if (member == null
        || member.condition == Condition.LEFT
        || !heartbeat.epoch().equals(leadership.epoch())) {
      return;
    }
    if (dispatcher.hasPlaces(member) && member.hasLapsed(nowNanos)) {
      depart(nowNanos, member, Condition.STOPPED); // what fell due since was unassigned
    }
    if (!member.heard(heartbeat, nowNanos)) {
      return;
    }
    dispatcher.acknowledged(member, heartbeat.version());
    if (leadership.begun()) {
      present(member);
      settle(nowNanos);
      dispatcher.tell(nowNanos, member);
    }
  }

  private void present(Member member) {
    member.condition = Condition.PRESENT;
    events.changed(viewOf(member));
  }

  private void take(String from, Items items) {
    Member member = members.get(from);
    if (hearer == null
        || member == null
        || !leadership.begun()
        || !items.task().equals(member.task)) {
      return;
    }
    long before = member.itemsTaken;
    for (Item item : items.items()) {
      if (item.after() < member.itemsTaken && item.sequence() >= member.itemsTaken) {
        member.itemsTaken = item.sequence() + 1;
        hearer.item(viewOf(member), item);
      }
    }
    if (member.itemsTaken > before) {
      dispatcher.confirm(member);
    }
  }

  private void serve(String from, FileRequest request) {
    Member member = members.get(from);
    if (member != null && request.task().equals(member.task)) {
      Download.part(request, member.contents).ifPresent(part -> link.send(from, part));
    }
  }

  private void depart(long nowNanos, String name, Condition condition) {
    Member member = members.get(name);
    if (member != null && member.isThere()) {
      depart(nowNanos, member, condition);
    }
  }

  private void depart(long nowNanos, Member member, Condition condition) {
    long untilNanos = soonNanos(nowNanos);
    // one that is dead acted until about the first heartbeat that did not come
    long lastNanos =
        condition == Condition.STOPPED && member.mayAct(member.receivedNanos)
            ? member.horizonNanos
            : member.receivedNanos + timing.heartbeatNanos();
    long fromNanos = fleetNanos(Math.min(nowNanos, lastNanos));
    Map<String, Double> iterations = dispatcher.stopped(member, fromNanos, untilNanos);
    member.horizonNanos = Member.NEVER;
    member.leaseFromNanos = localNanos(untilNanos) + timing.clockErrorNanos();
    member.condition = condition;
    changed = true;
    events.departed(viewOf(member), iterations);
  }

  /** Deals what is to be dealt, and tells everybody who is concerned. */
  private void settle(long nowNanos) {
    if (leadership.begun() && (dispatcher.deal(nowNanos) || changed)) {
      publish(nowNanos);
    }
  }

  private void publish(long nowNanos) {
    changed = false;
    dispatcher.publish(nowNanos);
  }

  private AgentView viewOf(Member member) {
    return member.view(
        timing.clockErrorNanos(), link.wallAheadNanos() - leadership.fleetAheadNanos());
  }
}
