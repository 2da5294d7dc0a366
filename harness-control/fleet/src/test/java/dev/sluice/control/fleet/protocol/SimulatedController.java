package dev.sluice.control.fleet.protocol;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.Set;

/** A controller's process: it plays one workload on every agent that comes. */
final class SimulatedController implements ControllerEvents {

  static final String WORKLOAD = "senders";
  static final int PLANNED = 12;

  /** An agent has departed. */
  record Departure(AgentView.Condition condition, Map<String, Double> iterations) {}

  final SimulatedNetwork network;
  final SimulatedNetwork.Process process;
  final Controller controller;
  final Map<String, List<Content>> items = new HashMap<>();
  final List<String> notes = new ArrayList<>();
  final List<Departure> departures = new ArrayList<>();
  private final Set<String> there = new HashSet<>();
  private final FleetTiming timing;
  double perWorker = 100;
  private double askedBefore; // by the targets before the newest
  boolean resigned;

  SimulatedController(SimulatedNetwork network, String name, FleetTiming timing, boolean follows) {
    this.network = network;
    this.timing = timing;
    process = network.process(name);
    controller = new Controller(process, timing, this, follows);
    controller.listen(this);
    process.start(controller, timing.tickNanos());
  }

  boolean leads() {
    return process.alive && !process.suspended && !resigned && controller.leads();
  }

  boolean lives() {
    return process.alive && !resigned;
  }

  /** The number of the newest schedule; 0 if no agent was to have a worker so far. */
  long newestShare() {
    CommonSchedule schedule = controller.schedule(WORKLOAD);
    return schedule == null ? 0 : schedule.number();
  }

  /** How long the newest schedule has been in force, by the fleet's clock. */
  long inForceNanos() {
    return controller.fleetNanos(process.local()) - controller.schedule(WORKLOAD).fromNanos();
  }

  /** Who has the places of the newest schedule. */
  List<String> owners() {
    CommonSchedule schedule = controller.schedule(WORKLOAD);
    return schedule == null ? List.of() : schedule.owners();
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
    long nowNanos = controller.fleetNanos(process.local());
    return askedBefore + askedOf(controller.target(WORKLOAD), nowNanos);
  }

  private static double askedOf(TargetState target, long untilNanos) {
    return target.dueWithin(Duration.ofNanos(untilNanos - target.sinceNanos()));
  }

  static TargetState target(double perWorker) {
    return TargetState.of(new RateTarget.PerWorker(perWorker), Duration.ZERO, PLANNED);
  }

  @Override
  public void nowLeads() {
    network.trace(() -> process.name + " leads " + controller.epoch() + controller.takeOver());
    if (controller.target(WORKLOAD) != null) {
      perWorker = controller.target(WORKLOAD).finalPerWorkerPerSecond();
    } else {
      controller.workload(WORKLOAD, target(perWorker));
      controller.startAt(controller.fleetNanos(process.local()) + 2 * timing.leadNanos());
    }
  }

  @Override
  public void changed(AgentView agent) {
    boolean arrives = agent.condition() == AgentView.Condition.PRESENT && there.add(agent.member());
    if (arrives) {
      network.trace(() -> process.name + ": " + agent.member() + " is there");
    }
    if (arrives && agent.task().isEmpty()) {
      controller.give(
          agent.member(),
          new Task(
              "plan", Map.of(Task.PLAN, Content.of("the plan"), "file", Content.of("contents"))));
      controller.workers(WORKLOAD, agent.member(), 1 + network.random.nextInt(5));
    }
  }

  @Override
  public void item(AgentView agent, Item item) {
    List<Content> taken = items.computeIfAbsent(agent.member(), name -> new ArrayList<>());
    assertThat(item.sequence()).as("items of %s", agent.member()).isEqualTo(taken.size());
    assertThat(item.content().text()).matches(agent.member() + "/[0-9]+/" + taken.size());
    taken.add(item.content());
  }

  @Override
  public void departed(AgentView agent, Map<String, Double> iterations) {
    there.remove(agent.member());
    network.trace(() -> process.name + ": " + agent.member() + " " + agent.condition());
    departures.add(new Departure(agent.condition(), iterations));
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
