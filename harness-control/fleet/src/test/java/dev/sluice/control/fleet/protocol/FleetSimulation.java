package dev.sluice.control.fleet.protocol;

import static dev.sluice.control.fleet.protocol.SimulatedNetwork.MILLIS;
import static dev.sluice.control.fleet.protocol.SimulatedNetwork.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * One schedule of what can happen to a fleet, chosen by a seed: half a minute in which processes
 * die, hang, are cut off, come, leave and take over while rates change, and then a network that is
 * whole.
 *
 * <p>What agents do is judged from outside, by the shares and leases that each acts on by its own
 * clock, at every moment.
 */
final class FleetSimulation {

  static final FleetTiming TIMING =
      new FleetTiming(
          100 * MILLIS,
          500 * MILLIS,
          150 * MILLIS,
          4 * SECONDS,
          60 * SECONDS,
          1_200 * MILLIS,
          20 * MILLIS,
          false);

  private static final long TROUBLE = 30 * SECONDS;
  private static final double ROUNDING = 1e-9;

  final List<SimulatedAgent> agents = new ArrayList<>();
  final List<SimulatedController> controllers = new ArrayList<>();
  final SimulatedNetwork network;
  private final Random random;
  private double most;
  private int faults;

  FleetSimulation(long seed) {
    network = new SimulatedNetwork(seed, TIMING.leaseNanos(), this::judge);
    random = network.random;
  }

  /** Plays it to the end. */
  void play() {
    int first = 1 + random.nextInt(4);
    for (int i = 0; i < first; i++) {
      join();
    }
    controller(false);
    for (long at = random.nextInt(4_000) * MILLIS; at < TROUBLE; ) {
      network.after(at, this::fault);
      at += (200 + random.nextInt(4_000)) * MILLIS;
    }
    network.runUntil(TROUBLE);
    network.makeWhole();
    settle();
  }

  private boolean followIfNobodyLives() {
    boolean nobody = controllers.stream().noneMatch(SimulatedController::lives);
    if (nobody) {
      controller(true);
    }
    return nobody;
  }

  int faults() {
    return faults;
  }

  double most() {
    return most;
  }

  SimulatedAgent join() {
    SimulatedAgent agent = new SimulatedAgent(network, "agent-" + agents.size(), TIMING);
    agents.add(agent);
    return agent;
  }

  SimulatedController controller(boolean follows) {
    SimulatedController controller =
        new SimulatedController(network, "controller-" + controllers.size(), TIMING, follows);
    controllers.add(controller);
    return controller;
  }

  private void fault() {
    faults++;
    network.trace(() -> "fault");
    switch (random.nextInt(20)) {
      case 0, 1 -> any(agents, agent -> agent.process.alive).ifPresent(this::kill);
      case 2, 3 -> any(agents, SimulatedAgent::acts).ifPresent(this::suspend);
      case 4, 5 -> {
        network.cut();
        network.after((500 + random.nextInt(12_000)) * MILLIS, network::heal);
      }
      case 6, 7 -> {
        if (agents.size() < 9) {
          join();
        }
      }
      case 8 -> any(agents, SimulatedAgent::acts).ifPresent(agent -> leave(agent));
      case 9, 10, 11 -> any(controllers, SimulatedController::leads).ifPresent(this::turn);
      case 12 -> any(controllers, SimulatedController::lives).ifPresent(this::killAndFollow);
      case 13 -> follow();
      case 14 ->
          any(controllers, SimulatedController::lives)
              .filter(controller -> !controller.process.suspended)
              .ifPresent(
                  controller ->
                      network.suspend(controller.process, random.nextInt(9_000) * MILLIS));
      case 15 -> any(controllers, SimulatedController::leads).ifPresent(this::reassign);
      case 16, 17 -> network.suspendHub(random.nextInt(7_000) * MILLIS);
      case 18 -> network.killHub(random.nextInt(6_000) * MILLIS);
      default -> network.splitHub((2_000 + random.nextInt(14_000)) * MILLIS);
    }
  }

  /** Something after which agents may lose their leases, and have them again. */
  void lapse(Random by) {
    switch (by.nextInt(6)) {
      case 0, 1 -> any(agents, SimulatedAgent::acts).ifPresent(this::suspend);
      case 2 -> {
        network.cut();
        network.after((500 + by.nextInt(12_000)) * MILLIS, network::heal);
      }
      case 3 -> any(controllers, SimulatedController::leads).ifPresent(this::turn);
      case 4 -> network.suspendHub(by.nextInt(15_000) * MILLIS);
      default ->
          any(controllers, SimulatedController::leads)
              .ifPresent(each -> network.suspend(each.process, by.nextInt(9_000) * MILLIS));
    }
  }

  private void kill(SimulatedAgent agent) {
    network.kill(agent.process, random.nextInt(4) == 0);
    if (random.nextBoolean() && agents.size() < 9) {
      network.after(random.nextInt(5_000) * MILLIS, this::join);
    }
  }

  private void leave(SimulatedAgent agent) {
    agent.agent.leave();
    network.after(SECONDS, () -> network.kill(agent.process, false));
  }

  private void suspend(SimulatedAgent agent) {
    network.suspend(agent.process, (100 + random.nextInt(10_000)) * MILLIS);
  }

  private void turn(SimulatedController controller) {
    if (controller.newestShare() > 0) {
      controller.turn(10 + random.nextInt(1_000), random.nextBoolean() ? 0 : 2);
    }
  }

  private void reassign(SimulatedController controller) {
    any(List.copyOf(controller.controller.agents().values()), view -> !view.task().isEmpty())
        .ifPresent(
            view ->
                controller.controller.workers(
                    SimulatedController.WORKLOAD, view.member(), random.nextInt(6)));
  }

  private void killAndFollow(SimulatedController controller) {
    network.kill(controller.process, random.nextInt(6) == 0);
    network.after(random.nextInt(8_000) * MILLIS, this::follow);
  }

  private void follow() {
    if (controllers.size() < 4) {
      controller(true);
      if (random.nextInt(3) == 0) {
        controller(true); // two at once
      }
    }
  }

  private <T> Optional<T> any(List<T> all, Predicate<T> fit) {
    List<T> fitting = all.stream().filter(fit).toList();
    return fitting.isEmpty()
        ? Optional.empty()
        : Optional.of(fitting.get(random.nextInt(fitting.size())));
  }

  /** The sum of what agents act on is never above the plan's total. */
  private void judge() {
    Map<String, Double> sums = new HashMap<>();
    agents.forEach(agent -> sums.merge(agent.plan(), agent.part(), Double::sum));
    sums.forEach(
        (plan, sum) -> {
          most = Math.max(most, sum);
          if (sum > 1 + ROUNDING) {
            throw new AssertionError(
                "agents act on "
                    + sum
                    + " of the total at "
                    + network.now() / 1e9
                    + " s: "
                    + agents.stream().map(each -> each.process.name + " " + each.part()).toList());
          }
        });
  }

  /** When the network is whole all is well, and nothing is lost or doubled. */
  private void settle() {
    long deadline = TROUBLE;
    while (controllers.stream().noneMatch(SimulatedController::lives) || deadline == TROUBLE) {
      followIfNobodyLives(); // the last one may resign to one that was killed meanwhile
      deadline += 5 * (TIMING.leaseNanos() + SECONDS);
      network.runUntil(deadline);
    }
    // tasks of controllers that nobody followed are forgotten
    SimulatedController leading = leading().orElseThrow(() -> new AssertionError("nobody leads"));
    if (agents.stream().anyMatch(each -> each.plays() && !leading.plays(each.plan()))) {
      network.runUntil(deadline + TIMING.keepNanos() + 5 * SECONDS);
    }
    double sum = 0;
    double rate = 0;
    for (SimulatedAgent agent : agents) {
      if (agent.process.alive) {
        sum += agent.part();
        rate += agent.ratePerSecond();
        judge(leading, agent);
      }
      assertThat(agent.lapsesTold())
          .as("lapses of %s", agent.process.name)
          .isGreaterThanOrEqualTo(agent.lapses());
    }
    boolean anybody =
        agents.stream().anyMatch(agent -> agent.process.alive)
            && leading.hasDealt()
            && leading.owners().stream().anyMatch(each -> !each.equals(Places.NOBODY));
    if (anybody) {
      assertThat(sum).as("parts of the total").isEqualTo(1, within(ROUNDING));
      double total = leading.perWorker * SimulatedController.PLANNED;
      assertThat(rate).as("rate of all").isEqualTo(total, within(total * ROUNDING));
    }
  }

  private void judge(SimulatedController leading, SimulatedAgent agent) {
    String name = agent.process.name;
    AgentView view = leading.controller.agents().get(name);
    assertThat(view).as(name + " obeys " + agent.agent.epoch()).isNotNull();
    assertThat(agent.agent.epoch()).as(name).isEqualTo(leading.controller.epoch());
    assertThat(view.condition()).as(name).isEqualTo(AgentView.Condition.PRESENT);
    assertThat(view.upToDate()).as("newest orders of %s: %s", name, view).isTrue();
    if (!leading.hasDealt()) {
      return;
    }
    assertThat(agent.newestShare())
        .as("newest share of %s: %s %s", name, view, agent.agent)
        .isEqualTo(leading.newestShare());
    assertThat(leading.items.getOrDefault(name, List.of()).size())
        .as("items of %s", name)
        .isBetween(agent.items.size() - 1, agent.items.size());
  }

  private Optional<SimulatedController> leading() {
    return controllers.stream()
        .filter(SimulatedController::leads)
        .max(Comparator.comparing(controller -> controller.controller.epoch()));
  }

  /** Plays many: {@code first seed, how many, threads}. */
  public static void main(String[] args) throws InterruptedException {
    if (args.length == 1) {
      FleetSimulation simulation = new FleetSimulation(Long.parseLong(args[0]));
      simulation.network.traces = true;
      simulation.play();
      return;
    }
    long from = Long.parseLong(args[0]);
    long count = Long.parseLong(args[1]);
    int threads = Integer.parseInt(args[2]);
    long began = System.nanoTime();
    AtomicLong done = new AtomicLong();
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int mine = i;
      Thread thread =
          new Thread(
              () -> {
                int failed = 0;
                long allFaults = 0;
                for (long seed = from + mine; seed < from + count; seed += threads) {
                  FleetSimulation simulation = new FleetSimulation(seed);
                  try {
                    simulation.play();
                  } catch (AssertionError | RuntimeException wrong) {
                    failed++;
                    if (failed <= 10) {
                      System.out.println("seed " + seed + ": " + wrong);
                    }
                  }
                  allFaults += simulation.faults();
                  if (done.incrementAndGet() % 1_000 == 0) {
                    System.out.println(done + " done, " + (System.nanoTime() - began) / SECONDS);
                  }
                }
                System.out.println(failed + " failed; " + allFaults + " faults");
              });
      all.add(thread);
      thread.start();
    }
    for (Thread thread : all) {
      thread.join();
    }
    System.out.println(count + " schedules in " + (System.nanoTime() - began) / 1_000_000 + " ms");
  }
}
