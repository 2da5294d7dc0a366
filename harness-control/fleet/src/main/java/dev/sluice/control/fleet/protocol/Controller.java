package dev.sluice.control.fleet.protocol;

import dev.sluice.control.fleet.protocol.AgentView.Condition;
import dev.sluice.control.fleet.protocol.FleetMessage.Assignment;
import dev.sluice.control.fleet.protocol.FleetMessage.Echo;
import dev.sluice.control.fleet.protocol.FleetMessage.FilePart;
import dev.sluice.control.fleet.protocol.FleetMessage.FileRequest;
import dev.sluice.control.fleet.protocol.FleetMessage.Heartbeat;
import dev.sluice.control.fleet.protocol.FleetMessage.Held;
import dev.sluice.control.fleet.protocol.FleetMessage.Item;
import dev.sluice.control.fleet.protocol.FleetMessage.Items;
import dev.sluice.control.fleet.protocol.FleetMessage.Leaving;
import dev.sluice.control.fleet.protocol.FleetMessage.State;
import dev.sluice.core.pacing.CommonSchedule;
import dev.sluice.core.run.TargetState;
import dev.sluice.core.time.NanoClock;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The member of a fleet that says what agents do.
 *
 * <p>It is one while it has the fleet's lock ({@link Leadership}). Then each agent is told its
 * whole orders at every change, and again with every heartbeat until it has them. {@link Places}
 * says who may act on what. A run that another controller began goes on when it is {@linkplain
 * #resume resumed}.
 *
 * <p>For one thread. Readings are of this process's own clock, which is the fleet's.
 */
public final class Controller implements FleetLink.Listener {

  /**
   * What another controller began, as agents that played for it tell. Times are readings of this
   * process's clock.
   *
   * @param task what they play
   * @param note what the other controller kept with them
   * @param aheadNanos the other controller's clock less this one's
   * @param startNanos its common start
   * @param pausedNanos when the first of them had to stop
   * @param workloads by name
   */
  public record TakeOver(
      String task,
      Content note,
      long aheadNanos,
      long startNanos,
      long pausedNanos,
      Map<String, TakenWorkload> workloads) {

    /**
     * One workload.
     *
     * @param schedule the newest that any agent was told
     * @param workers how many each agent has, by member
     */
    public record TakenWorkload(
        TargetState target, Optional<CommonSchedule> schedule, Map<String, Integer> workers) {}
  }

  /** An agent may need some exchanges until it knows the fleet's clock well enough. */
  private static final long CLOCK_PATIENCE_NANOS = 5_000_000_000L;

  /** Numbers of schedules of one epoch lie below those of the next. */
  private static final int EPOCH_SHIFT = 32;

  private final FleetLink link;
  private final FleetTiming timing;
  private final ControllerEvents events;
  private final Leadership leadership;
  private final Dispatcher dispatcher;

  private final Map<String, Member> members = new TreeMap<>();
  private final Map<String, Places> workloads = new LinkedHashMap<>();
  private Set<String> view = Set.of();
  private Task resumed = Task.NONE; // of another controller
  private boolean changed;
  private AgentEvents hearer; // of items; null until there is one
  private Download fetched; // null while nothing is fetched
  private Consumer<Task> whenFetched = task -> {};
  private long fetchedNanos;

  /**
   * @param follows whether it resumes what another controller began; if not, it leads at once, and
   *     leaves agents that play for another one alone
   */
  public Controller(FleetLink link, FleetTiming timing, ControllerEvents events, boolean follows) {
    this.link = link;
    this.timing = timing;
    this.events = events;
    this.leadership = new Leadership(link, timing, events, follows);
    this.dispatcher = new Dispatcher(link, timing, leadership, members, workloads);
  }

  /** When a change that is ordered now takes effect. */
  public long soonNanos(long nowNanos) {
    return nowNanos + timing.leadNanos();
  }

  public Epoch epoch() {
    return leadership.epoch();
  }

  /** Whether it has begun to lead, and has not resigned. */
  public boolean leads() {
    return leadership.begun();
  }

  /** Whether nobody else leads now. */
  public boolean leads(long nowNanos) {
    return leadership.reads(nowNanos) && leadership.leads(nowNanos);
  }

  /** Whether it is to lead once the leases of another controller have run out, and only waits. */
  public boolean waits() {
    return leadership.waits();
  }

  /** All agents that were ever heard in this leadership, by member. */
  public Map<String, AgentView> agents() {
    Map<String, AgentView> views = new TreeMap<>();
    members.forEach((name, member) -> views.put(name, viewOf(member)));
    return views;
  }

  /** The schedule of a workload over all agents; none before the start. */
  public Optional<CommonSchedule> schedule(String workload) {
    return Optional.ofNullable(workloads.get(workload)).flatMap(Places::schedule);
  }

  /** What a workload was turned to last; null if there is none of that name. */
  public TargetState target(String workload) {
    Places places = workloads.get(workload);
    return places == null ? null : places.target();
  }

  /** How many iterations the plan has asked for so far, by workload. */
  public Map<String, Double> asked(long nowNanos) {
    Map<String, Double> iterations = new TreeMap<>();
    workloads.forEach((name, places) -> iterations.put(name, places.asked(nowNanos)));
    return iterations;
  }

  /** Gives an agent something to play, unless it has it. Replaces what it had. */
  public void give(String agent, Task task) {
    if (!members.get(agent).task.id().equals(task.id())) {
      members.get(agent).give(task);
      changed = true;
    }
  }

  /** What agents play that another controller began; empty if nothing that has started. */
  public Optional<TakeOver> takeOver() {
    List<Member> playing =
        members.values().stream()
            .filter(each -> each.isBusy() && each.heldOrders().startNanos() != Long.MAX_VALUE)
            .sorted(
                Comparator.comparing((Member each) -> each.held.get().ordered())
                    .thenComparingLong(each -> each.heldOrders().version()))
            .toList();
    if (playing.isEmpty()) {
      return Optional.empty();
    }
    Member newest = playing.get(playing.size() - 1);
    List<Member> all = playing.stream().filter(each -> each.plays(newest.last.task())).toList();
    long aheadNanos =
        all.stream()
            .filter(each -> each.held.get().ordered().equals(newest.held.get().ordered()))
            .min(Comparator.comparingLong(each -> each.heldErrorNanos()))
            .orElse(newest)
            .heldAheadNanos();
    Map<String, TakeOver.TakenWorkload> found = new TreeMap<>();
    long startNanos = newest.heldOrders().startNanos() - aheadNanos;
    for (Member member : all) { // the newest is the last
      for (Assignment each : member.heldOrders().workloads()) {
        found.merge(
            each.workload(), takeOver(member, each, aheadNanos, startNanos), Controller::both);
      }
    }
    return Optional.of(
        new TakeOver(
            newest.last.task(),
            newest.heldOrders().note(),
            aheadNanos,
            startNanos,
            all.stream().mapToLong(each -> each.heldLeaseEndNanos).min().orElseThrow(),
            found));
  }

  private TakeOver.TakenWorkload takeOver(
      Member member, Assignment of, long aheadNanos, long startNanos) {
    boolean begun = of.target().sinceNanos() != NanoClock.NEVER;
    return new TakeOver.TakenWorkload(
        of.target().beginning(begun ? of.target().sinceNanos() - aheadNanos : startNanos),
        of.schedule().map(each -> each.continued(0, -aheadNanos)),
        Map.of(member.name, of.workers()));
  }

  /** What two agents were told of a workload, of whom the second was told last. */
  private static TakeOver.TakenWorkload both(
      TakeOver.TakenWorkload one, TakeOver.TakenWorkload last) {
    Map<String, Integer> workers = new TreeMap<>(one.workers());
    workers.putAll(last.workers());
    return new TakeOver.TakenWorkload(last.target(), last.schedule().or(one::schedule), workers);
  }

  /**
   * Goes on with what another controller began.
   *
   * @param task what agents play, for those that do not have all of it yet
   * @param endNanos nothing is due after this
   */
  public void resume(TakeOver from, Task task, long endNanos) {
    resumed = task;
    dispatcher.startNanos = from.startNanos();
    from.workloads()
        .forEach(
            (name, each) ->
                workloads.put(name, new Places(each.target(), each.schedule(), leastNumber())));
    endsAt(endNanos);
    members.values().forEach(this::resume);
  }

  /** Agents take no share with a lower number than one that they have. */
  private long leastNumber() {
    return epoch().number() << EPOCH_SHIFT;
  }

  private void resume(Member member) {
    if (member.isBusy() && member.held.isPresent() && member.plays(resumed.id())) {
      member.resume(resumed);
      changed = true;
    }
  }

  /** Gets what agents play from one of them. */
  public void fetch(String task, Consumer<Task> then) {
    members.values().stream()
        .filter(member -> member.plays(task) && member.held.isPresent())
        .findFirst()
        .ifPresent(member -> fetched = new Download(task, member.heldOrders().files()));
    whenFetched = then;
  }

  private void fetchOn(long nowNanos) {
    fetchedNanos = nowNanos;
    Optional<FileRequest> next = fetched.next();
    if (next.isPresent()) {
      members.values().stream()
          .filter(member -> member.condition == Condition.PRESENT)
          .filter(member -> member.plays(next.get().task()) && member.hasBegun())
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
   * Declares a workload; of a run that is resumed, one that no agent has told of.
   *
   * @param target whose total is that of all its workers, even if not all of them are there
   */
  public void workload(String name, TargetState target) {
    boolean first = resumed.id().isEmpty();
    workloads.put(
        name, first ? new Places(target) : new Places(target, Optional.empty(), leastNumber()));
    changed = true;
  }

  /** An agent is to have so many workers of a workload; it has a share of it when it is ready. */
  public void workers(String workload, String agent, int workers) {
    members.get(agent).workers.put(workload, workers);
    changed = true;
  }

  /** The common start; best some time ahead. */
  public void startAt(long nanos) {
    dispatcher.startNanos = nanos;
    changed = true;
  }

  /** Nothing is due after this. */
  public void endsAt(long nanos) {
    workloads.values().forEach(each -> each.endsAt(nanos));
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

  /**
   * All agents stop measuring at one moment, whenever they learn that they are to {@link #stop}.
   */
  public void measureUntil(long nanos) {
    dispatcher.endNanos = nanos;
    changed = true;
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
    if (!leadership.reads(nowNanos)) {
      return;
    }
    if (message instanceof Heartbeat heartbeat) {
      heartbeat(nowNanos, from, heartbeat);
    } else if (message instanceof Items items) {
      take(nowNanos, from, items);
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
    if (leadership.reads(nowNanos)) {
      view = Set.copyOf(names);
      members.values().forEach(member -> view(nowNanos, member));
    }
  }

  private void view(long nowNanos, Member member) {
    member.view(nowNanos, view.contains(member.name), timing.suspectNanos());
  }

  @Override
  public void lock(long nowNanos, boolean held) {
    leadership.lock(nowNanos, held);
    view = Set.of();
    members.values().forEach(Member::hubIsLost);
  }

  @Override
  public void split(long nowNanos, boolean split) {
    leadership.split(nowNanos, split);
    events.noted(
        split
            ? "split brain: more than one hub answers, so no agent acts"
            : "one hub answers again");
  }

  @Override
  public void tick(long nowNanos) {
    leadership.reads(nowNanos);
    if (leadership.over()) {
      return;
    }
    if (leadership.begins(nowNanos)) {
      events.nowLeads();
      members.values().forEach(member -> events.changed(viewOf(member)));
    }
    if (leadership.begun()) {
      members.values().forEach(member -> watch(nowNanos, member));
    }
    changed |= dispatcher.hasUntold();
    if (fetched != null && nowNanos - fetchedNanos >= timing.heartbeatNanos()) {
      fetchOn(nowNanos);
    }
    settle(nowNanos);
  }

  private void watch(long nowNanos, Member member) {
    if (!member.isThere() || departs(nowNanos, member)) {
      return;
    }
    if (!timing.strictLeases() && member.isDead(nowNanos, timing.suspectNanos())) {
      depart(nowNanos, member, Condition.DEAD);
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
    // before the start no share has been dealt that others could take over
    boolean awaited = !dispatcher.hasStart() && member.isConnected();
    if (!awaited && !member.mayAct(nowNanos) && leadership.leads(nowNanos)) {
      depart(nowNanos, member, Condition.STOPPED);
    }
  }

  /** One whose lease has run out departs, as soon as others can take over, though it is heard. */
  private boolean departs(long nowNanos, Member member) {
    boolean departs = leadership.leads(nowNanos) && dispatcher.hasLapsed(nowNanos, member);
    if (departs) {
      depart(nowNanos, member, Condition.STOPPED);
    }
    return departs;
  }

  /** Says once of one that has nothing to do why, if nobody knows how its clock goes. */
  private void watchClock(long nowNanos, Member member) {
    if (member.inexactNanos == Member.NEVER || dispatcher.hasPlaces(member)) {
      return;
    }
    if (member.last.fleetErrorNanos() <= timing.clockErrorNanos()) {
      member.inexactNanos = nowNanos;
    } else if (nowNanos - member.inexactNanos >= CLOCK_PATIENCE_NANOS) {
      member.inexactNanos = Member.NEVER;
      events.noted(
          "%s is too busy to measure its clock to %d ms; it waits without a share"
              .formatted(
                  member.last.info().name(),
                  TimeUnit.NANOSECONDS.toMillis(timing.clockErrorNanos())));
    }
  }

  private void heartbeat(long nowNanos, String from, Heartbeat heartbeat) {
    Epoch ordered =
        heartbeat.version() >= 0
            ? heartbeat.epoch()
            : heartbeat.held().map(Held::ordered).orElse(Epoch.NONE);
    if (leadership.follows(ordered) && isOfThisRun(from, heartbeat.task())) {
      leadership.resign(ordered);
      return;
    }
    if (leadership.meets(heartbeat.epoch())) {
      members.values().forEach(Member::hasNoOrders);
    }
    if (!heartbeat.epoch().equals(epoch())) {
      Echo echo =
          new Echo(link.clock(), heartbeat.sequence(), heartbeat.sentNanos(), nowNanos, nowNanos);
      link.send(from, new State(epoch(), -1, echo, 0, Optional.empty()));
      return;
    }
    if (heartbeat.fleetErrorNanos() != ClockOffset.UNKNOWN_NANOS) {
      long sentNanos = heartbeat.sentNanos() + heartbeat.fleetAheadNanos();
      if (nowNanos - sentNanos > timing.leaseNanos() + heartbeat.fleetErrorNanos()) {
        return; // it lay somewhere while others may have led
      }
      leadership.heard(nowNanos, sentNanos - heartbeat.fleetErrorNanos());
    }
    Member member = members.get(from);
    if (member == null) {
      member = new Member(from, heartbeat, nowNanos);
      members.put(from, member);
      view(nowNanos, member);
      arrives(nowNanos, member);
    } else if (member.condition == Condition.LEFT) {
      return;
    } else {
      departs(nowNanos, member);
      if (!member.heard(heartbeat, nowNanos)) {
        return;
      }
    }
    dispatcher.acknowledged(member, heartbeat.version());
    if (leadership.begun()) {
      present(member);
      settle(nowNanos);
    }
    dispatcher.tell(nowNanos, member);
  }

  /** Whether an agent plays this run, or did when it was heard last. */
  private boolean isOfThisRun(String from, String task) {
    Member member = members.get(from);
    return (member != null && member.isOfRun())
        || (!task.isEmpty()
            && members.values().stream().anyMatch(each -> each.task.id().equals(task)));
  }

  private void arrives(long nowNanos, Member member) {
    leadership.heardOfLease(nowNanos, member.heldOrders().leaseNanos());
    resume(member);
    if (member.isBusy() && !leadership.follows()) {
      events.noted(
          member.last.info().name() + " plays for another controller; attach takes that run over");
    }
  }

  private void present(Member member) {
    member.condition = Condition.PRESENT;
    events.changed(viewOf(member));
  }

  private void take(long nowNanos, String from, Items items) {
    Member member = members.get(from);
    if (hearer == null
        || member == null
        || !leadership.begun()
        || nowNanos - member.receivedNanos > timing.leaseNanos() // they may be as old
        || !items.task().equals(member.task.id())) {
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
    if (member != null && request.task().equals(member.task.id())) {
      Download.part(request, member.task.files()).ifPresent(part -> link.send(from, part));
    }
  }

  private void depart(long nowNanos, String name, Condition condition) {
    Member member = members.get(name);
    if (member != null && member.isThere()) {
      depart(nowNanos, member, condition);
    }
  }

  private void depart(long nowNanos, Member member, Condition condition) {
    dispatcher.stopped(member);
    member.horizonNanos = Member.NEVER;
    member.leaseFromNanos = soonNanos(nowNanos) + timing.clockErrorNanos();
    member.condition = condition;
    changed = true;
    events.departed(viewOf(member));
  }

  /** Deals what is to be dealt, and tells everybody who is concerned. */
  private void settle(long nowNanos) {
    if (leadership.leads(nowNanos)
        && leadership.begun()
        && (dispatcher.deal(nowNanos) || changed)) {
      publish(nowNanos);
    }
  }

  private void publish(long nowNanos) {
    changed = false;
    dispatcher.publish(nowNanos);
  }

  private AgentView viewOf(Member member) {
    return member.view(timing.clockErrorNanos(), link.wallAheadNanos());
  }
}
