package dev.sluice.control.fleet.protocol;

import dev.sluice.control.fleet.protocol.AgentView.Condition;
import dev.sluice.control.fleet.protocol.FleetMessage.Answer;
import dev.sluice.control.fleet.protocol.FleetMessage.Assignment;
import dev.sluice.control.fleet.protocol.FleetMessage.Echo;
import dev.sluice.control.fleet.protocol.FleetMessage.FilePart;
import dev.sluice.control.fleet.protocol.FleetMessage.FileRequest;
import dev.sluice.control.fleet.protocol.FleetMessage.Foreign;
import dev.sluice.control.fleet.protocol.FleetMessage.Goal;
import dev.sluice.control.fleet.protocol.FleetMessage.Heartbeat;
import dev.sluice.control.fleet.protocol.FleetMessage.Items;
import dev.sluice.control.fleet.protocol.FleetMessage.Leases;
import dev.sluice.control.fleet.protocol.FleetMessage.Leaving;
import dev.sluice.control.fleet.protocol.FleetMessage.Orders;
import dev.sluice.control.fleet.protocol.FleetMessage.Refusal;
import dev.sluice.control.fleet.protocol.FleetMessage.Renewal;
import dev.sluice.control.fleet.protocol.FleetMessage.Resign;
import dev.sluice.control.fleet.protocol.FleetMessage.Resigned;
import dev.sluice.control.fleet.protocol.FleetMessage.State;
import dev.sluice.core.pacing.CommonSchedule;
import dev.sluice.core.pacing.RateCurve;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The member of a fleet that says what agents do.
 *
 * <p>It asks all agents first whom they obey ({@link Reign}), and reigns when those that it can
 * hear have accepted it. Then each agent is told its whole orders at every change, and again with
 * every heartbeat until it has them. {@link Places} says who may act on what.
 *
 * <p>For one thread. Readings are of this process's own clock unless they are called the fleet's.
 */
public final class Controller implements FleetLink.Listener {

  private static final long REFUSAL_NANOS = 5_000_000_000L;

  /** An agent may need some exchanges until it knows the fleet's clock well enough. */
  private static final long CLOCK_PATIENCE_NANOS = 5_000_000_000L;

  private final FleetLink link;
  private final String version;
  private final FleetTiming timing;
  private final LongSupplier wallAheadNanos;
  private final ControllerEvents events;
  private final Reign reign;

  private final Map<String, Member> members = new TreeMap<>();
  private final Map<String, Places> workloads = new LinkedHashMap<>();
  private final Map<String, Told> lastTold = new HashMap<>();
  private final Map<String, Long> refusedNanos = new HashMap<>();
  private Set<String> view = Set.of();
  private Content note = Content.EMPTY;
  private long startNanos = Long.MAX_VALUE;
  private long orderVersion;
  private boolean changed;
  private Download fetched; // null while nothing is fetched
  private Consumer<Task> whenFetched = task -> {};
  private long fetchedNanos;

  /**
   * @param version of Sluice; agents of another are refused
   * @param wallAheadNanos this host's wall clock, in nanoseconds since 1970, less the own clock
   * @param follows whether it takes over what another controller began; if not, agents that play
   *     for a controller that is alive are left to it
   */
  public Controller(
      FleetLink link,
      String version,
      FleetTiming timing,
      LongSupplier wallAheadNanos,
      ControllerEvents events,
      boolean follows) {
    this.link = link;
    this.version = version;
    this.timing = timing;
    this.wallAheadNanos = wallAheadNanos;
    this.events = events;
    this.reign = new Reign(link, timing, events, follows);
  }

  /** The fleet's clock at a reading of the own one. */
  public long fleetNanos(long localNanos) {
    return localNanos + reign.fleetAheadNanos();
  }

  /** The own clock at a reading of the fleet's. */
  public long localNanos(long fleetNanos) {
    return fleetNanos - reign.fleetAheadNanos();
  }

  /** When a change that is ordered now takes effect, by the fleet's clock. */
  public long soonNanos(long nowNanos) {
    return fleetNanos(nowNanos) + timing.leadNanos();
  }

  public Epoch epoch() {
    return reign.epoch();
  }

  /** Whether agents obey it. */
  public boolean reigns() {
    return reign.begun();
  }

  /** All agents that were ever heard in this reign, by member. */
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

  /** The curve of each planned worker that a workload was turned to last. */
  public RateCurve perWorker(String workload) {
    return workloads.get(workload).perWorker();
  }

  /** Gives an agent something to play. Replaces what it had. */
  public void give(String agent, Task task) {
    Member member = members.get(agent);
    Map<String, Content> contents = Download.contentsOf(task);
    Map<String, Long> sizes = new HashMap<>();
    contents.forEach((file, content) -> sizes.put(file, (long) content.size()));
    member.task = task.id();
    member.contents = contents;
    member.files = sizes;
    member.goal = Goal.RUN;
    member.itemsTaken = 0;
    changed = true;
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
          .filter(member -> member.last().task().equals(next.get().task()))
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
    Member member = members.get(agent);
    member.task = "";
    member.contents = Map.of();
    member.files = Map.of();
    member.goal = Goal.NONE;
    member.workers.clear();
    member.itemsTaken = 0;
    changed = true;
  }

  /**
   * Declares a workload.
   *
   * @param perWorker the rate of each planned worker
   * @param planned the workers whose rates together are the total, even if not all of them are
   *     there
   */
  public void workload(String name, RateCurve perWorker, int planned) {
    workloads.put(name, new Places(perWorker, planned));
    changed = true;
  }

  /** An agent is to have so many workers of a workload; it has a share of it when it is ready. */
  public void workers(String workload, String agent, int workers) {
    members.get(agent).workers.put(workload, workers);
    changed = true;
  }

  /** The total of a workload is that of so many workers from now on. */
  public void planned(String workload, int planned) {
    workloads.get(workload).plan(planned);
    changed = true;
  }

  /** The common start, by the fleet's clock; best some time ahead. */
  public void startAt(long fleetNanos) {
    startNanos = fleetNanos;
    changed = true;
  }

  /** Turns a workload to another curve. */
  public void turn(long nowNanos, String workload, RateCurve perWorker) {
    workloads.get(workload).turn(perWorker, soonNanos(nowNanos));
    publish(nowNanos);
  }

  public void pause(long nowNanos, String workload) {
    workloads.get(workload).pause(soonNanos(nowNanos));
    publish(nowNanos);
  }

  public void resume(long nowNanos, String workload) {
    workloads.get(workload).resume(soonNanos(nowNanos));
    publish(nowNanos);
  }

  /** All agents stop, drain and report. */
  public void stop() {
    members.values().stream()
        .filter(member -> member.goal == Goal.RUN)
        .forEach(member -> member.goal = Goal.STOP);
    changed = true;
  }

  /** What agents keep for the controller that follows this one. */
  public void note(Content content) {
    note = content;
    changed = true;
  }

  /** Issues nothing any more. */
  public void resign() {
    reign.resign(reign.epoch());
  }

  @Override
  public void received(long nowNanos, String from, FleetMessage message) {
    if (message instanceof Resign resign) {
      reign.askedToResign(from, resign.by());
    } else if (reign.over()) {
      return;
    } else if (message instanceof Answer answer) {
      answered(nowNanos, from, answer);
    } else if (message instanceof Resigned resigned) {
      reign.madeWay(from, nowNanos, resigned);
    } else if (message instanceof Heartbeat heartbeat) {
      heartbeat(nowNanos, from, heartbeat);
    } else if (message instanceof Items items) {
      take(from, items);
    } else if (message instanceof FileRequest request) {
      serve(from, request);
    } else if (message instanceof FilePart part && fetched != null && fetched.take(part)) {
      fetchOn(nowNanos);
    } else if (message instanceof Leaving) {
      left(nowNanos, members.get(from));
    } else if (message instanceof Foreign foreign) {
      refuse(nowNanos, from, "it runs Sluice " + foreign.version() + ", the controller " + version);
    }
    settle(nowNanos);
  }

  @Override
  public void view(long nowNanos, Set<String> names) {
    view = new TreeSet<>(names);
    for (Member member : members.values()) {
      if (!view.contains(member.name) && heardOf(member)) {
        probe(nowNanos, member);
      }
    }
  }

  @Override
  public void probed(long nowNanos, String name, FleetLink.Evidence evidence) {
    if (evidence != FleetLink.Evidence.REFUSED || reign.over()) {
      return;
    }
    reign.ended(name, nowNanos, true);
    if (!timing.strictLeases()) {
      workloads.values().forEach(places -> places.dead(name));
      Member member = members.get(name);
      if (member != null && heardOf(member)) {
        depart(nowNanos, member, Condition.DEAD);
      }
    }
    settle(nowNanos);
  }

  /**
   * Somebody who knows says that a member's process has ended, such as one on a host without power,
   * which refuses nothing.
   */
  public void declaredDead(long nowNanos, String member) {
    probed(nowNanos, member, FleetLink.Evidence.REFUSED);
  }

  @Override
  public void tick(long nowNanos) {
    if (reign.over()) {
      return;
    }
    reign.tick(nowNanos, view, members);
    if (reign.conclude(nowNanos, view, members)) {
      begin(nowNanos);
    }
    if (reign.begun()) {
      members.values().forEach(member -> watch(nowNanos, member));
    }
    if (fetched != null && nowNanos - fetchedNanos >= timing.heartbeatNanos()) {
      fetchOn(nowNanos);
    }
    if (reign.begun() && reign.nobodyActsFromBefore(nowNanos)) {
      workloads.values().forEach(Places::forgetUnknown);
    }
    for (Places places : workloads.values()) {
      places.unheard().forEach(name -> reign.probe(nowNanos, name));
    }
    settle(nowNanos);
  }

  private void watch(long nowNanos, Member member) {
    if (!heardOf(member)) {
      return;
    }
    watchClock(nowNanos, member);
    if (nowNanos - member.receivedNanos() < timing.suspectNanos()) {
      return;
    }
    if (member.condition == Condition.PRESENT) {
      member.condition = Condition.SILENT;
      events.changed(viewOf(member));
    }
    if (!member.mayAct(nowNanos)) {
      depart(nowNanos, member, Condition.STOPPED);
    } else if (member.mayBeProbed(nowNanos)) {
      probe(nowNanos, member);
    }
  }

  /** One that has nothing to do because nobody knows how its clock goes is told so. */
  private void watchClock(long nowNanos, Member member) {
    if (member.last().fleetErrorNanos() <= timing.clockErrorNanos()) {
      member.clockIsExact(nowNanos);
    } else if (nowNanos - member.inexactNanos() >= CLOCK_PATIENCE_NANOS
        && workloads.values().stream().noneMatch(each -> each.agents().contains(member.name))) {
      refuse(
          nowNanos,
          member.name,
          "its clock is not known to within %d ms, so it gets no share until it is"
              .formatted(TimeUnit.NANOSECONDS.toMillis(timing.clockErrorNanos())));
    }
  }

  private void probe(long nowNanos, Member member) {
    member.probed(nowNanos);
    link.probe(member.name);
  }

  /** Whether it is there, as far as is known. */
  private static boolean heardOf(Member member) {
    return member.condition == Condition.PRESENT || member.condition == Condition.SILENT;
  }

  private void answered(long nowNanos, String from, Answer answer) {
    AgentInfo info = answer.heartbeat().info();
    if (!info.version().equals(version)) {
      refuse(nowNanos, from, "it runs Sluice " + info.version() + ", the controller " + version);
      return;
    }
    reign.answered(nowNanos, from, answer, view);
    if (!answer.accepted() || !answer.claim().equals(reign.epoch())) {
      if (reign.begun() && reign.follows()) {
        reserve(answer);
      }
      return;
    }
    Member member = members.get(from);
    boolean arrives = member == null;
    if (arrives) {
      member = new Member(from, answer.heartbeat(), nowNanos);
      members.put(from, member);
      member.actsUntil(nowNanos + FleetTiming.onAnyClock(answer.leaseLeftNanos()));
    } else if (!member.heard(answer.heartbeat(), nowNanos)) {
      return;
    }
    member.accepts(answer.claim());
    if (arrives && reign.follows()) {
      adopt(member, answer);
      if (reign.begun()) {
        goOnLater(answer);
        takeIn(nowNanos, member, answer);
      }
    }
    changed = true;
    if (reign.begun() && arrives) {
      events.arrived(viewOf(member));
    } else if (reign.begun()) {
      present(member);
    }
    if (reign.begun()) {
      settle(nowNanos);
      tell(nowNanos, member);
    }
  }

  private void left(long nowNanos, Member member) {
    if (member != null && heardOf(member)) {
      depart(nowNanos, member, Condition.LEFT);
    }
  }

  /** Wants of an agent what the controller before wanted, if it has all that it needs for that. */
  private void adopt(Member member, Answer answer) {
    Orders before = answer.orders();
    if (!answer.heartbeat().task().equals(before.task())) {
      return;
    }
    member.task = before.task();
    member.files = before.files();
    member.goal = before.goal();
    for (Assignment assignment : before.workloads()) {
      member.workers.put(assignment.workload(), assignment.workers());
    }
  }

  private void takeIn(long nowNanos, Member member, Answer answer) {
    if (answer.leaseLeftNanos() == 0) {
      member.leaseFrom(nowNanos + timing.leadNanos() + timing.clockErrorNanos());
    }
    for (Assignment assignment : answer.orders().workloads()) {
      Places places = workloads.get(assignment.workload());
      if (places != null && places.started()) {
        places.heard(
            member.name,
            assignment.shares(),
            answer.leaseLeftNanos() > 0,
            fleetNanos(nowNanos) - 2 * timing.clockErrorNanos());
      }
    }
  }

  /** All agents that can be heard have accepted: goes on where the controller before was. */
  private void begin(long nowNanos) {
    Succession succession = reign.succession();
    Map<String, Answer> played = reign.played();
    for (Answer answer : played.values()) {
      Orders orders = answer.orders();
      note = orders.note().size() > 0 ? orders.note() : note;
      startNanos = Math.min(startNanos, orders.startNanos());
      orders.workloads().forEach(assignment -> goOn(answer.ordered(), assignment));
    }
    played.forEach(
        (name, answer) -> {
          if (members.containsKey(name) && heardOf(members.get(name))) {
            takeIn(nowNanos, members.get(name), answer);
          }
        });
    for (Places places : workloads.values()) {
      Set.copyOf(places.unheard()).stream()
          .filter(name -> reign.dead(name) && !timing.strictLeases())
          .forEach(places::dead);
    }
    lastTold.forEach(
        (name, told) -> {
          Places places = workloads.get(name);
          boolean nobodyHasPlaces = places.started() && places.schedule().owners().isEmpty();
          if (reign.mayHaveMissedAFollower()
              || (nobodyHasPlaces && !reign.madeWayForThis(told.epoch.issuer()))) {
            places.reserve();
          }
        });
    changed = true;
    events.reigns(succession);
    members.values().stream()
        .filter(Controller::heardOf)
        .forEach(member -> events.arrived(viewOf(member)));
    settle(nowNanos);
  }

  /** Goes on with a workload from the newest schedule that any agent was told. */
  private void goOn(Epoch ordered, Assignment assignment) {
    String name = assignment.workload();
    Told told = Told.of(ordered, assignment);
    if (told.compareTo(lastTold.getOrDefault(name, Told.NOTHING)) > 0) {
      CommonSchedule theirs = assignment.schedule();
      RateCurve perWorker = RateCurve.constant(assignment.perWorkerPerSecond());
      workloads.put(
          name,
          theirs == null
              ? new Places(perWorker, assignment.planned())
              : Places.following(perWorker, assignment.planned(), theirs));
      lastTold.put(name, told);
    }
  }

  /** An agent obeys another controller, which may have granted all places to others. */
  private void reserve(Answer answer) {
    boolean news =
        answer.orders().workloads().stream()
            .map(assignment -> lastTold.getOrDefault(assignment.workload(), Told.NOTHING))
            .noneMatch(told -> told.epoch.equals(answer.ordered()));
    if (news && !answer.ordered().issuer().equals(link.self())) {
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
          && told.compareTo(lastTold.getOrDefault(assignment.workload(), Told.NOTHING)) > 0) {
        lastTold.put(assignment.workload(), told);
        places.after(assignment.schedule());
      }
    }
  }

  /**
   * What an earlier controller has told.
   *
   * @param number of the schedule, 0 if there was none yet
   */
  private record Told(Epoch epoch, long number) implements Comparable<Told> {

    static final Told NOTHING = new Told(Epoch.NONE, -1);

    static Told of(Epoch ordered, Assignment assignment) {
      return new Told(ordered, assignment.schedule() == null ? 0 : assignment.schedule().number());
    }

    @Override
    public int compareTo(Told other) {
      boolean either = number == 0 || other.number == 0; // a schedule tells more than none
      int byEpoch = either ? 0 : epoch.compareTo(other.epoch);
      return byEpoch != 0 ? byEpoch : Long.compare(number, other.number);
    }
  }

  private void heartbeat(long nowNanos, String from, Heartbeat heartbeat) {
    Member member = members.get(from);
    if (member == null
        || member.condition == Condition.LEFT
        || !heartbeat.epoch().equals(reign.epoch())
        || !member.heard(heartbeat, nowNanos)) {
      return;
    }
    for (Map.Entry<String, Long> known : member.acknowledged(heartbeat.version()).entrySet()) {
      Places places = workloads.get(known.getKey());
      if (places != null) {
        places.acknowledged(from, known.getValue());
      }
    }
    if (reign.begun()) {
      present(member);
      settle(nowNanos);
      tell(nowNanos, member);
    }
  }

  private void present(Member member) {
    Condition before = member.condition;
    member.condition = Condition.PRESENT;
    if (before == Condition.STOPPED || before == Condition.DEAD) {
      events.arrived(viewOf(member));
    } else {
      events.changed(viewOf(member));
    }
  }

  private void take(String from, Items items) {
    Member member = members.get(from);
    if (member == null || !reign.begun() || !items.task().equals(member.task)) {
      return;
    }
    long before = member.itemsTaken;
    for (Item item : items.items()) {
      if (item.sequence() == member.itemsTaken) {
        member.itemsTaken++;
        events.item(viewOf(member), item);
      }
    }
    if (member.itemsTaken > before && member.upToDate()) {
      link.send(
          from, new Renewal(reign.epoch(), member.orders.version(), Echo.NONE, member.itemsTaken));
    }
  }

  private void serve(String from, FileRequest request) {
    Member member = members.get(from);
    if (member != null && request.task().equals(member.task)) {
      Download.part(request, member.contents).ifPresent(part -> link.send(from, part));
    }
  }

  private void refuse(long nowNanos, String member, String reason) {
    Long before = refusedNanos.get(member);
    if (before == null || nowNanos - before >= REFUSAL_NANOS) {
      refusedNanos.put(member, nowNanos);
      link.send(member, new Refusal(reason));
      if (before == null) {
        events.refused(member, reason);
      }
    }
  }

  private void depart(long nowNanos, Member member, Condition condition) {
    long untilNanos = soonNanos(nowNanos);
    // one that is dead acted until about the first heartbeat that did not come
    long lastNanos =
        condition == Condition.STOPPED && member.mayAct(member.receivedNanos())
            ? member.horizonNanos()
            : member.receivedNanos() + timing.heartbeatNanos();
    long fromNanos = fleetNanos(Math.min(nowNanos, lastNanos));
    Map<String, Double> iterations = new LinkedHashMap<>();
    workloads.forEach(
        (name, places) -> {
          double due = places.dueOf(member.name, fromNanos, untilNanos);
          if (due > 0) {
            iterations.put(name, due);
          }
          places.stopped(member.name);
        });
    member.actsNoMore();
    member.leaseFrom(localNanos(untilNanos) + timing.clockErrorNanos());
    member.condition = condition;
    changed = true;
    events.departed(new Departure(viewOf(member), condition, fromNanos, untilNanos, iterations));
  }

  /** Deals what is to be dealt, and tells everybody who is concerned. */
  private void settle(long nowNanos) {
    if (!reign.begun() || reign.over()) {
      return;
    }
    long soonNanos = soonNanos(nowNanos);
    boolean publish = changed;
    for (Map.Entry<String, Places> workload : workloads.entrySet()) {
      Places places = workload.getValue();
      members.values().forEach(member -> seat(workload.getKey(), places, member));
      boolean known = !lastTold.containsKey(workload.getKey());
      boolean mayStart = known || reign.nobodyActsFromBefore(nowNanos);
      if (!places.started()
          && startNanos != Long.MAX_VALUE
          && mayStart
          && !places.agents().isEmpty()) {
        places.start(Math.max(startNanos, soonNanos));
        publish = true;
      }
      publish |= places.settle(fleetNanos(nowNanos), Math.max(soonNanos, startNanos));
    }
    if (publish) {
      publish(nowNanos);
    }
  }

  /** Gives an agent places if it can use them, and takes them if it cannot. */
  private void seat(String workload, Places places, Member member) {
    int workers = member.workers.getOrDefault(workload, 0);
    boolean can =
        workers > 0
            && heardOf(member)
            && member.goal == Goal.RUN
            && member.last().task().equals(member.task)
            && member.last().status().ready();
    boolean seated = places.agents().contains(member.name);
    if (seated && !can) {
      places.want(member.name, 0);
    } else if (seated) {
      places.want(member.name, workers);
    } else if (can && mayArrive(member, places)) {
      places.want(member.name, workers);
    }
  }

  /**
   * An agent comes in when it has shown that it has the newest orders, in which it has nothing, and
   * when nobody is silent, for whom it would have to wait.
   */
  private boolean mayArrive(Member member, Places places) {
    if (member.condition != Condition.PRESENT || !member.upToDate() || places.unknown()) {
      return false;
    }
    if (member.last().fleetErrorNanos() > timing.clockErrorNanos()) {
      return false;
    }
    return places.agents().stream()
        .allMatch(name -> members.get(name).condition == Condition.PRESENT);
  }

  /** Makes new orders of what is wanted, and sends those that differ. */
  private void publish(long nowNanos) {
    changed = false;
    for (Member member : members.values()) {
      Orders next = ordersOf(nowNanos, member, orderVersion + 1);
      if (!next.equals(ordersOf(member.orders, orderVersion + 1))) {
        orderVersion++;
        member.order(next);
        if (heardOf(member)) {
          tell(nowNanos, member);
        }
      }
    }
  }

  private static Orders ordersOf(Orders orders, long version) {
    return new Orders(
        version,
        orders.leases(),
        orders.task(),
        orders.files(),
        orders.goal(),
        orders.startNanos(),
        orders.workloads(),
        orders.note());
  }

  private Orders ordersOf(long nowNanos, Member member, long next) {
    if (member.task.isEmpty()) {
      return ordersOf(Orders.NONE, next);
    }
    List<Assignment> assignments = new ArrayList<>();
    workloads.forEach(
        (name, places) -> {
          if (member.workers.containsKey(name)) {
            assignments.add(
                new Assignment(
                    name,
                    member.workers.get(name),
                    places.planned(),
                    places.perWorker().finalRatePerSecond(),
                    places.started()
                        ? places.sharesOf(member.name, member.known(name), fleetNanos(nowNanos))
                        : List.of(),
                    places.schedule()));
          }
        });
    return new Orders(
        next,
        new Leases(timing.leaseNanos(), timing.strictLeases() ? 0 : timing.controllerLeaseNanos()),
        member.task,
        member.files,
        member.goal,
        startNanos,
        assignments,
        note);
  }

  /**
   * Tells an agent what it is to do, or that it does it; either gives it a lease. One that had
   * stopped is given none before the change is in force that takes its old places away.
   */
  private void tell(long nowNanos, Member member) {
    if (!member.accepted().equals(reign.epoch())) {
      return;
    }
    if (!member.mayBeLeased(nowNanos)) {
      Echo echo = member.echo(nowNanos, reign.fleetAheadNanos());
      link.send(member.name, new Renewal(reign.epoch(), -1, echo, member.itemsTaken));
      return;
    }
    Echo echo = member.answered(nowNanos, timing.leaseNanos(), reign.fleetAheadNanos());
    link.send(
        member.name,
        member.upToDate()
            ? new Renewal(reign.epoch(), member.orders.version(), echo, member.itemsTaken)
            : new State(reign.epoch(), echo, member.itemsTaken, member.orders));
  }

  private AgentView viewOf(Member member) {
    Heartbeat last = member.last();
    boolean timed = last.fleetErrorNanos() != ClockOffset.UNKNOWN_NANOS;
    long controllersNanos = wallAheadNanos.getAsLong() - reign.fleetAheadNanos();
    return new AgentView(
        member.name,
        last.info(),
        member.task,
        member.condition,
        last.status(),
        last.fleetErrorNanos(),
        last.fleetErrorNanos() <= timing.clockErrorNanos(),
        timed ? last.wallAheadNanos() - last.fleetAheadNanos() - controllersNanos : 0,
        member.acked(),
        member.upToDate(),
        last.items(),
        member.itemsTaken,
        member.receivedNanos());
  }
}
