package dev.sluice.control.fleet.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.fleet.protocol.Controller.TakeOver;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus.Phase;
import dev.sluice.control.fleet.protocol.FleetMessage.Item;
import dev.sluice.core.pacing.CommonSchedule;
import dev.sluice.core.run.RateChange;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.TargetState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A controller's process: it plays one workload on every agent that comes. */
final class SimulatedController implements ControllerEvents {

  static final String WORKLOAD = "senders";
  static final int PLANNED = 12;

  final SimulatedNetwork network;
  final SimulatedNetwork.Process process;
  final Controller controller;
  final Map<String, List<Content>> items = new HashMap<>();
  final List<String> notes = new ArrayList<>();
  final List<AgentView.Condition> departures = new ArrayList<>();
  private final Set<String> there = new HashSet<>();
  private final Set<String> given = new HashSet<>(); // its task, once
  private final FleetTiming timing;
  private final boolean follows;
  double perWorker = 100;
  boolean startsAtOnce = true;
  private double askedBefore; // by the targets before the newest
  boolean resigned;
  private Task task = Task.NONE;
  private long resumedNumber;
  final List<Long> pauses = new ArrayList<>(); // of runs that it resumed, since when

  SimulatedController(SimulatedNetwork network, String name, FleetTiming timing, boolean follows) {
    this.network = network;
    this.timing = timing;
    this.follows = follows;
    process = network.process(name, true);
    controller = new Controller(process, timing, this, follows);
    controller.listen(this);
    process.start(controller, timing.tickNanos());
  }

  boolean leads() {
    return lives() && !process.suspended && controller.leads() && network.holdsLock(process);
  }

  boolean lives() {
    return process.alive && !resigned;
  }

  /** The number of the newest schedule; 0 if no agent was to have a worker so far. */
  long newestShare() {
    return controller.schedule(WORKLOAD).map(CommonSchedule::number).orElse(0L);
  }

  /** How long the newest schedule has been in force, by the fleet's clock. */
  long inForceNanos() {
    return process.local() - controller.schedule(WORKLOAD).orElseThrow().fromNanos();
  }

  /** Who has the places of the newest schedule. */
  List<String> owners() {
    return controller.schedule(WORKLOAD).map(CommonSchedule::owners).orElse(List.of());
  }

  void turn(double ratePerSecond, double rampSeconds) {
    TargetState before = target(perWorker);
    Duration ramp = Duration.ofNanos((long) (rampSeconds * SimulatedNetwork.SECONDS));
    RateChange change = new RateChange.ToPerWorker(ratePerSecond);
    TargetState last = controller.target(WORKLOAD);
    controller.turn(process.local(), Map.of(WORKLOAD, before.changed(change, ramp, WORKLOAD, 0)));
    askedBefore += askedOf(last, controller.target(WORKLOAD).sinceNanos());
    perWorker = ratePerSecond;
  }

  /** How many iterations its targets have asked for so far, with or without agents. */
  double asked() {
    return askedBefore + askedOf(controller.target(WORKLOAD), process.local());
  }

  private static double askedOf(TargetState target, long untilNanos) {
    return target.dueWithin(Duration.ofNanos(untilNanos - target.sinceNanos()));
  }

  static TargetState target(double perWorker) {
    return TargetState.of(new RateTarget.PerWorker(perWorker), Duration.ZERO, PLANNED);
  }

  @Override
  public void nowLeads() {
    Optional<TakeOver> from = follows ? controller.takeOver() : Optional.empty();
    network.trace(() -> process.name + " leads " + controller.epoch() + from);
    from.ifPresentOrElse(
        each -> {
          task = taskOf(each.task());
          resumedNumber =
              each.workloads().get(WORKLOAD).schedule().map(CommonSchedule::number).orElse(0L);
          pauses.add(each.pausedNanos());
          controller.resume(each, task, Long.MAX_VALUE);
        },
        () -> {
          task = taskOf("plan of " + process.name);
          controller.workload(WORKLOAD, target(perWorker));
          if (startsAtOnce) {
            start();
          }
        });
    perWorker = controller.target(WORKLOAD).finalPerWorkerPerSecond();
  }

  void start() {
    controller.startAt(process.local() + 2 * timing.leadNanos());
  }

  /** Its run is over: agents forget it, and play nothing. */
  void end() {
    for (String agent : there) {
      given.add(agent);
      controller.release(agent);
    }
  }

  private static Task taskOf(String id) {
    return new Task(id, Map.of(Task.PLAN, Content.of("the plan"), "file", Content.of("contents")));
  }

  boolean plays(String plan) {
    return task.id().equals(plan);
  }

  /** Whether it has dealt any places. */
  boolean hasDealt() {
    return newestShare() > resumedNumber;
  }

  @Override
  public void changed(AgentView agent) {
    if (agent.condition() != AgentView.Condition.PRESENT) {
      return;
    }
    assertThat(process.overslept).as(process.name + " counts what it should not").isFalse();
    if (there.add(agent.member())) {
      network.trace(() -> process.name + ": " + agent.member() + " is there");
    }
    if (agent.task().isEmpty()
        && agent.status().phase() == Phase.IDLE
        && given.add(agent.member())) {
      controller.give(agent.member(), task);
      controller.workers(WORKLOAD, agent.member(), 1 + network.random.nextInt(5));
    }
  }

  @Override
  public void item(AgentView agent, Item item) {
    assertThat(process.overslept).as(process.name + " counts what it should not").isFalse();
    List<Content> taken = items.computeIfAbsent(agent.member(), name -> new ArrayList<>());
    assertThat(item.sequence()).as("items of %s", agent.member()).isEqualTo(taken.size());
    assertThat(item.content().text()).matches(agent.member() + "/[0-9]+/" + taken.size());
    taken.add(item.content());
  }

  @Override
  public void departed(AgentView agent) {
    there.remove(agent.member());
    network.trace(() -> process.name + ": " + agent.member() + " " + agent.condition());
    departures.add(agent.condition());
  }

  @Override
  public void noted(String line) {
    network.trace(() -> process.name + ": " + line);
    notes.add(line);
  }

  @Override
  public void resigned(Epoch by) {
    network.trace(() -> process.name + " resigns to " + by);
    resigned = true;
  }
}
