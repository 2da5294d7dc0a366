package dev.sluice.control.fleet.protocol;

import static dev.sluice.control.fleet.protocol.SimulatedNetwork.MILLIS;
import static dev.sluice.control.fleet.protocol.SimulatedNetwork.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.fleet.protocol.AgentView.Condition;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus.Phase;
import dev.sluice.core.pacing.CommonSchedule;
import dev.sluice.core.run.TargetState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The fleet's protocol in virtual time: many schedules of whatever can happen, and some that happen
 * as told. {@code -Dschedules=100000} plays more.
 */
class FleetSimulationTest {

  private static final int SCHEDULES =
      Integer.getInteger("schedules", Boolean.getBoolean("soak") ? 2_000 : 300);

  private final FleetSimulation fleet = new FleetSimulation(1);

  @Test
  void randomSchedulesKeepTheTotal() {
    for (long seed = 0; seed < SCHEDULES; seed++) {
      try {
        new FleetSimulation(seed).play();
      } catch (AssertionError | RuntimeException wrong) {
        throw new AssertionError("seed " + seed + ": " + wrong.getMessage(), wrong);
      }
    }
  }

  @Test
  void theShareOfADeadAgentGoesToTheRestAtOnce() {
    SimulatedController controller = threeAgents();
    fleet.network.kill(fleet.agents.get(1).process, false);
    fleet.network.runUntil(12_500 * MILLIS); // half the lease
    assertThat(controller.departures).contains(Condition.DEAD);
    assertThat(sum()).isEqualTo(1, within(1e-9));
    assertThat(fleet.agents.get(1).part()).isZero();
  }

  @Test
  void theShareOfASilentAgentIsKeptUntilItsLeaseHasRunOut() {
    SimulatedController controller = threeAgents();
    SimulatedAgent silent = fleet.agents.get(1);
    double before = silent.part();
    fleet.network.suspend(silent.process, 8 * SECONDS);
    fleet.network.runUntil(13 * SECONDS);
    assertThat(controller.departures).isEmpty();
    assertThat(sum()).isEqualTo(1 - before, within(1e-9));
    fleet.network.runUntil(17 * SECONDS);
    assertThat(controller.departures).contains(Condition.STOPPED);
    assertThat(sum()).isEqualTo(1, within(1e-9));
    fleet.network.runUntil(21 * SECONDS);
    assertThat(silent.part()).as("after it is back").isGreaterThan(0);
    assertThat(sum()).isEqualTo(1, within(1e-9));
  }

  @Test
  void beforeTheStartAgentsAreWaitedForAsLongAsTheHubKnowsThem() {
    fleet.network.makeWhole();
    fleet.join();
    fleet.join();
    SimulatedController controller = fleet.controller(false);
    controller.startsAtOnce = false;
    fleet.network.runUntil(10 * SECONDS);
    fleet.network.starve(fleet.agents.get(0).process, 50 * SECONDS);
    fleet.network.suspend(fleet.agents.get(1).process, 3 * SECONDS);
    fleet.network.runUntil(70 * SECONDS);
    assertThat(controller.departures).isEmpty();
    controller.start();
    fleet.network.runUntil(80 * SECONDS);
    assertThat(sum()).isEqualTo(1, within(1e-9));
    fleet.network.starve(fleet.agents.get(0).process, 50 * SECONDS);
    fleet.network.runUntil(100 * SECONDS);
    assertThat(controller.departures).containsExactly(Condition.STOPPED);
    assertThat(sum()).isEqualTo(1, within(1e-9));
  }

  @Test
  void beforeTheStartAnAgentWhoseConnectionHasEndedIsNotWaitedFor() {
    fleet.network.makeWhole();
    fleet.join();
    SimulatedController controller = fleet.controller(false);
    controller.startsAtOnce = false;
    fleet.network.runUntil(10 * SECONDS);
    fleet.network.suspend(fleet.agents.get(0).process, 50 * SECONDS);
    fleet.network.runUntil(25 * SECONDS);
    assertThat(controller.departures).containsExactly(Condition.STOPPED);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void agentsOfAHostPrepareInTurnsAndThoseOfOthersAtOnce(long seed) {
    List<SimulatedAgent> ofOne = new ArrayList<>();
    List<SimulatedAgent> ofOthers = new ArrayList<>();
    SimulatedNetwork network =
        new SimulatedNetwork(
            seed,
            FleetSimulation.TIMING.leaseNanos(),
            () -> assertThat(preparing(ofOne)).isLessThanOrEqualTo(2 * SimulatedAgent.CORES));
    network.makeWhole();
    for (int i = 0; i < 20; i++) {
      ofOne.add(new SimulatedAgent(network, "a" + i, FleetSimulation.TIMING, "one"));
      ofOthers.add(new SimulatedAgent(network, "b" + i, FleetSimulation.TIMING));
    }
    SimulatedController controller =
        new SimulatedController(network, "controller", FleetSimulation.TIMING, false);
    controller.startsAtOnce = false;
    int mostOfOthers = 0;
    for (int step = 0; step < 300; step++) {
      network.runUntil(step * 100L * MILLIS);
      mostOfOthers = Math.max(mostOfOthers, (int) preparing(ofOthers));
    }
    assertThat(mostOfOthers).isGreaterThan(2 * SimulatedAgent.CORES);
    assertThat(ofOne).extracting(SimulatedAgent::phase).containsOnly(Phase.READY);
    assertThat(ofOthers).extracting(SimulatedAgent::phase).containsOnly(Phase.READY);
  }

  private static long preparing(List<SimulatedAgent> agents) {
    return agents.stream().filter(SimulatedAgent::prepares).count();
  }

  @Test
  void agentsOfADeadControllerStopAndTheNextHasAllTheirItems() {
    SimulatedController first = threeAgents();
    fleet.network.kill(first.process, false);
    fleet.network.runUntil(15 * SECONDS);
    assertThat(sum()).as("when leases have run out").isZero();
    SimulatedController next = fleet.controller(true);
    fleet.network.runUntil(18 * SECONDS);
    assertThat(next.controller.leads()).as("before a lease is over").isFalse();
    fleet.network.runUntil(25 * SECONDS);
    assertThat(next.controller.epoch()).isGreaterThan(first.controller.epoch());
    assertThat(next.pauses).hasSize(1);
    assertThat(sum()).isEqualTo(1, within(1e-9));
    assertThat(fleet.agents).allSatisfy(each -> assertThat(each.part()).isPositive());
    for (SimulatedAgent agent : fleet.agents) {
      assertThat(next.items.get(agent.process.name).size())
          .isBetween(agent.items.size() - 1, agent.items.size());
    }
  }

  @Test
  void agentsForgetWhatNobodyFollows() {
    SimulatedController first = threeAgents();
    fleet.network.kill(first.process, false);
    fleet.network.runUntil(80 * SECONDS);
    assertThat(fleet.agents).noneMatch(SimulatedAgent::plays);
    SimulatedController next = fleet.controller(false);
    fleet.network.runUntil(90 * SECONDS);
    assertThat(next.leads()).isTrue();
    assertThat(sum()).isEqualTo(1, within(1e-9));
  }

  @Test
  void aControllerOfAnotherRunLeavesAgentsThatPlayAlone() {
    SimulatedController first = threeAgents();
    fleet.network.kill(first.process, false);
    SimulatedController other = fleet.controller(false);
    fleet.join();
    fleet.network.runUntil(20 * SECONDS);
    assertThat(other.owners()).containsOnly("agent-3");
    assertThat(other.notes)
        .hasSize(3)
        .allSatisfy(each -> assertThat(each).endsWith("attach takes that run over"));
    assertThat(fleet.agents).allMatch(SimulatedAgent::plays);
  }

  @Test
  void anAgentThatIsCutOffStopsBeforeItsShareIsGivenAway() {
    SimulatedController controller = threeAgents();
    SimulatedAgent cut = fleet.agents.get(1);
    fleet.network.cutOff(cut.process);
    fleet.network.runUntil(60 * SECONDS); // the sum is judged all the time
    assertThat(cut.part()).isZero();
    assertThat(controller.departures).containsExactly(Condition.STOPPED);
    assertThat(sum()).isEqualTo(1, within(1e-9));
  }

  /**
   * Each of two that follow hears of agents that the other one does not, so that both have an epoch
   * of the same number. Shares of the one that is over would count as newer ones.
   */
  @Test
  void aControllerThatHearsOfAnotherOnesSharesTooLateResigns() {
    fleet.network.kill(threeAgents().process, false);
    fleet.network.suspend(fleet.agents.get(0).process, 9 * SECONDS);
    SimulatedController second = fleet.controller(true);
    for (int i = 0; i < 10; i++) {
      fleet.network.runUntil((160 + 3 * i) * SECONDS / 10);
      second.turn(100, 0);
    }
    assertThat(second.leads()).isTrue();
    fleet.network.kill(second.process, false);
    fleet.agents.subList(1, 3).forEach(each -> fleet.network.suspend(each.process, 9 * SECONDS));
    SimulatedController third = fleet.controller(true);
    fleet.network.runUntil(27 * SECONDS);
    assertThat(third.controller.epoch().number()).isEqualTo(second.controller.epoch().number());
    assertThat(fleet.agents.get(0).part()).isPositive();
    fleet.network.runUntil(50 * SECONDS); // the sum is judged all the time
    assertThat(third.resigned).isTrue();
    fleet.controller(true);
    fleet.network.runUntil(65 * SECONDS);
    assertThat(sum()).isEqualTo(1, within(1e-9));
  }

  /** It has the lock, loses it, and has it again, while an agent acts on what another one gave. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void aControllerThatWaitsForLeasesWaitsAnewWhenItHasTheLockAgain(long seed) {
    FleetSimulation played = new FleetSimulation(seed);
    SimulatedNetwork network = played.network;
    SimulatedController first = threeAgents(played);
    network.suspend(first.process, 12 * SECONDS);
    played.agents.subList(1, 3).forEach(each -> network.suspend(each.process, 12 * SECONDS));
    SimulatedController second = played.controller(true);
    SimulatedAgent cut = played.agents.get(0);
    network.runUntil(21_800 * MILLIS);
    assertThat(cut.part()).as("under the second").isEqualTo(1, within(1e-9));
    network.cutOff(cut.process);
    network.kill(second.process, false);
    network.runUntil(23_400 * MILLIS);
    assertThat(network.holdsLock(first.process)).isTrue();
    network.killHub(0);
    network.runUntil(25 * SECONDS); // the sum is judged all the time
    assertThat(sum(played)).as("the one that is cut off").isEqualTo(1, within(1e-9));
    network.runUntil(35 * SECONDS);
    assertThat(first.leads()).isTrue();
    assertThat(sum(played)).isEqualTo(1, within(1e-9));
  }

  @Test
  void aWorkloadWhoseAgentsAreSilentIsDealtWhenOneIsHeard() {
    Controller first = threeAgents().controller;
    first.workload("other", SimulatedController.target(50));
    first.workers("other", "agent-1", 2);
    fleet.network.runUntil(12 * SECONDS);
    long before = first.schedule("other").orElseThrow().number();
    fleet.network.kill(fleet.controllers.get(0).process, false);
    fleet.network.suspend(fleet.agents.get(1).process, 12 * SECONDS);
    SimulatedController next = fleet.controller(true);
    fleet.network.runUntil(20 * SECONDS);
    assertThat(next.leads()).isTrue();
    next.controller.workload("other", SimulatedController.target(50));
    next.controller.turn(next.process.local(), Map.of("other", SimulatedController.target(20)));
    fleet.network.runUntil(30 * SECONDS);
    CommonSchedule after = next.controller.schedule("other").orElseThrow();
    assertThat(after.owners()).containsOnly("agent-1");
    assertThat(after.number()).isGreaterThan(before);
    assertThat(sum()).isEqualTo(1, within(1e-9));
  }

  /** The simulated controller says so if it counts anything that it reads when it wakes. */
  @Test
  void aControllerThatWakesAfterItsLeaseCountsNothingAndAnotherLeads() {
    SimulatedController first = threeAgents();
    fleet.network.suspend(first.process, 15 * SECONDS);
    SimulatedController next = fleet.controller(true);
    fleet.network.runUntil(23 * SECONDS);
    assertThat(next.leads()).isTrue();
    fleet.network.runUntil(40 * SECONDS);
    assertThat(next.leads()).isTrue();
    assertThat(first.notes).anySatisfy(each -> assertThat(each).contains("stood still for 15 s"));
    assertThat(first.resigned).as("it has not met the other").isFalse();
    assertThat(sum()).isEqualTo(1, within(1e-9));
    fleet.network.kill(next.process, false);
    fleet.network.runUntil(50 * SECONDS);
    assertThat(first.resigned).as("when it hears that agents obey another").isTrue();
  }

  /** It would have agents play what the other one has ended. */
  @Test
  void aControllerThatWakesAfterAnotherHasEndedItsRunResigns() {
    SimulatedController first = threeAgents();
    fleet.network.suspend(first.process, 20 * SECONDS);
    SimulatedController next = fleet.controller(true);
    fleet.network.runUntil(23 * SECONDS);
    assertThat(next.leads()).isTrue();
    next.end();
    fleet.network.runUntil(25 * SECONDS);
    assertThat(fleet.agents).noneMatch(SimulatedAgent::plays);
    fleet.network.kill(next.process, false);
    fleet.network.runUntil(50 * SECONDS);
    assertThat(first.resigned).isTrue();
    assertThat(fleet.agents).noneMatch(SimulatedAgent::plays);
  }

  @Test
  void aControllerThatFollowsWaitsForLongerLeasesThanItsOwnAndSaysHowLong() {
    fleet.network.kill(threeAgents().process, false);
    SimulatedController next =
        new SimulatedController(fleet.network, "next", FleetTiming.withLease(SECONDS, false), true);
    fleet.network.runUntil(13_500 * MILLIS); // the sum is judged all the time
    assertThat(next.controller.waits()).isTrue();
    assertThat(next.notes)
        .containsExactly(
            "agents have leases of 4 s from another controller; this one takes over in 3 s");
    fleet.network.runUntil(20 * SECONDS);
    assertThat(next.controller.waits()).isFalse();
    assertThat(next.leads()).isTrue();
    assertThat(sum()).isEqualTo(1, within(1e-9));
  }

  @Test
  void aControllerThatWakesGoesOnIfNobodyElseLed() {
    SimulatedController first = threeAgents();
    fleet.network.suspend(first.process, 15 * SECONDS);
    fleet.network.runUntil(32 * SECONDS);
    assertThat(first.controller.epoch().number()).isEqualTo(1);
    assertThat(sum()).isEqualTo(1, within(1e-9));
  }

  @Test
  void agentsActOnWhileTheHubIsReplacedWithinALease() {
    SimulatedController controller = threeAgents();
    fleet.network.killHub(1_500 * MILLIS);
    for (int i = 0; i < 100; i++) {
      fleet.network.runUntil(fleet.network.now() + 100 * MILLIS);
      assertThat(sum()).isEqualTo(1, within(1e-9));
    }
    assertThat(controller.departures).isEmpty();
    assertThat(controller.controller.epoch().number()).isEqualTo(1);
  }

  @Test
  void nobodyActsWhileTwoHubsAnswer() {
    threeAgents();
    fleet.network.splitHub(10 * SECONDS);
    fleet.network.runUntil(13 * SECONDS);
    assertThat(sum()).isZero();
    fleet.network.runUntil(40 * SECONDS);
    assertThat(sum()).isEqualTo(1, within(1e-9));
  }

  /**
   * Two hubs, a controller at each, and an agent that is cut off before it knows of the second: it
   * acts until its lease has ended, and so long a controller that saw two has to wait. Or an agent
   * that is to have no workers any more when another controller follows: it acted on what it had.
   * Or one that comes while its controller has the lock again and may not lead yet: it was told to
   * play nothing, and forgot its figures.
   */
  @ParameterizedTest
  @ValueSource(longs = {730_020_901, 35_066, 30_506})
  void schedulesThatWentWrongDoNotAnyMore(long seed) {
    new FleetSimulation(seed).play();
  }

  /** Whether the controller first looks for silent agents or first reads what they sent. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void whatFallsDueWithoutALeaseIsCountedAsNobodys(long seed) {
    FleetSimulation played = new FleetSimulation(seed);
    SimulatedController controller = threeAgents(played);
    played.network.suspend(controller.process, 5 * SECONDS + seed * 317 * MILLIS);
    double before = nobodys(played, controller);
    double unassigned = 0; // iterations
    double perSecond = controller.perWorker * SimulatedController.PLANNED;
    for (long nanos = 10 * SECONDS; nanos < 30 * SECONDS; nanos += 10 * MILLIS) {
      played.network.runUntil(nanos);
      unassigned += (1 - sum(played)) * perSecond / 100;
    }
    double counted = nobodys(played, controller) - before;
    // but for the time that it takes to grant all shares again
    assertThat(counted).isBetween(unassigned - 2 * perSecond, unassigned * 1.1);
  }

  /**
   * Suspended and cut off, agents, their controller and the hub lose leases and have them again,
   * also one that was away for so long that its last places are history.
   */
  @ParameterizedTest
  @MethodSource("seeds")
  void allThatTargetsAskForIsKnownWhateverLapses(long seed) {
    FleetSimulation played = new FleetSimulation(seed);
    SimulatedController controller = threeAgents(played);
    Random random = new Random(seed);
    for (int i = 0; i < 12; i++) {
      played.lapse(random);
      played.network.runUntil(played.network.now() + random.nextInt(6_000) * MILLIS);
    }
    played.network.makeWhole();
    played.network.runUntil(played.network.now() + 20 * SECONDS);
    assertThat(sum(played)).isEqualTo(1, within(1e-9));

    assertThatAllIsAsked(played, controller);
  }

  /** One controller after the other dies and is followed, while agents lose leases. */
  @ParameterizedTest
  @MethodSource("seeds")
  void allThatTargetsAskForIsKnownWhoeverFollows(long seed) {
    FleetSimulation played = new FleetSimulation(seed);
    SimulatedController controller = threeAgents(played);
    Random random = new Random(seed);
    for (int i = 0; i < 3; i++) {
      if (random.nextBoolean()) {
        SimulatedAgent agent = played.agents.get(random.nextInt(3));
        played.network.suspend(agent.process, random.nextInt(9_000) * MILLIS);
      }
      played.network.runUntil(played.network.now() + random.nextInt(9_000) * MILLIS);
      played.network.kill(controller.process, false);
      played.network.runUntil(played.network.now() + random.nextInt(15_000) * MILLIS);
      controller = played.controller(true);
      played.network.runUntil(played.network.now() + (20 + random.nextInt(20)) * SECONDS);
      assertThat(controller.leads()).isTrue();
      assertThatAllIsAsked(played, controller);
    }
  }

  /** By all controllers so far: what its targets ask for, and no less than what agents did. */
  private static void assertThatAllIsAsked(FleetSimulation played, SimulatedController controller) {
    double asked = controller.asked();
    double exact = asked / 500; // as clocks differ
    assertThat(askedOf(controller)).isCloseTo(asked, within(exact));
    assertThat(nobodys(played, controller)).isGreaterThan(-exact);
  }

  private static double askedOf(SimulatedController controller) {
    return controller
        .controller
        .asked(controller.process.local())
        .get(SimulatedController.WORKLOAD);
  }

  /** What was asked for and no agent did. */
  private static double nobodys(FleetSimulation played, SimulatedController controller) {
    return askedOf(controller) - played.agents.stream().mapToDouble(SimulatedAgent::due).sum();
  }

  static LongStream seeds() {
    return LongStream.concat(LongStream.range(0, 60), LongStream.of(2_162, 2_208, 2_825));
  }

  @Test
  void agentsWhoseClocksDriftKeepTheirPhases() {
    SimulatedController controller = threeAgents();
    int seconds = 600; // in which the clocks drift apart by up to 540 ms
    for (int i = 1; i <= seconds; i++) {
      fleet.network.runUntil((10 + i) * SECONDS);
      for (SimulatedAgent agent : fleet.agents) {
        assertThat(agent.inForceNanos())
            .as("%s after %d s", agent.process.name, i)
            .isCloseTo(controller.inForceNanos(), within(10 * MILLIS));
      }
    }
    assertThat(fleet.agents)
        .as("workers are not woken at every heartbeat")
        .allSatisfy(agent -> assertThat(agent.moved()).isBetween(1, seconds));
  }

  /** Shares of one of them may be dealt again before, or between the command and its order. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void workloadsThatOneCommandTurnsTurnAtOneMoment(long seed) {
    Random random = new Random(seed);
    SimulatedController controller = threeAgents();
    Controller of = controller.controller;
    List<String> workloads = List.of(SimulatedController.WORKLOAD, "other");
    of.workload("other", SimulatedController.target(50));
    of.agents().keySet().forEach(agent -> of.workers("other", agent, 2));
    for (int i = 0; i < 40; i++) {
      fleet.network.runUntil(fleet.network.now() + random.nextInt(400) * MILLIS);
      long commandNanos = controller.process.local();
      of.workers(workloads.get(random.nextInt(2)), "agent-1", random.nextInt(5));
      fleet.network.runUntil(fleet.network.now() + random.nextInt(60) * MILLIS);
      Map<String, TargetState> targets = new TreeMap<>();
      workloads.forEach(
          each -> targets.put(each, SimulatedController.target(1 + random.nextInt(500))));
      of.turn(commandNanos, targets);
      assertThat(of.schedule("other").orElseThrow().fromNanos())
          .isEqualTo(of.schedule(SimulatedController.WORKLOAD).orElseThrow().fromNanos());
    }
  }

  @Test
  void oneControllerLeadsAndAnotherWaits() {
    SimulatedController first = threeAgents();
    SimulatedController next = fleet.controller(true);
    fleet.network.runUntil(30 * SECONDS);
    assertThat(first.leads()).isTrue();
    assertThat(next.controller.leads()).isFalse();
    assertThat(sum()).isEqualTo(1, within(1e-9));
  }

  @Test
  void agentsOfControllersThatNobodyKnowsAnyMoreAreFoundLate() {
    end(threeAgents());
    SimulatedController second = fleet.controller(false);
    fleet.network.runUntil(20 * SECONDS);
    end(second);
    for (SimulatedAgent agent : fleet.agents) {
      fleet.network.suspend(agent.process, 8 * SECONDS); // after which the third leads already
    }
    SimulatedController third = fleet.controller(false);
    fleet.network.runUntil(26_500 * MILLIS);
    assertThat(third.leads()).isTrue();
    assertThat(third.controller.agents()).isEmpty();
    fleet.network.runUntil(40 * SECONDS);
    assertThat(third.controller.agents()).hasSize(3);
    assertThat(sum()).isEqualTo(1, within(1e-9));
  }

  /** Its run is over, and its host tells nobody what became of it. */
  private void end(SimulatedController controller) {
    fleet.agents.forEach(agent -> controller.controller.release(agent.process.name));
    fleet.network.runUntil(fleet.network.now() + SECONDS);
    fleet.network.kill(controller.process, true);
  }

  private SimulatedController threeAgents() {
    return threeAgents(fleet);
  }

  private static SimulatedController threeAgents(FleetSimulation played) {
    played.network.makeWhole();
    for (int i = 0; i < 3; i++) {
      played.join();
    }
    SimulatedController controller = played.controller(false);
    played.network.runUntil(10 * SECONDS);
    assertThat(sum(played)).isEqualTo(1, within(1e-9));
    return controller;
  }

  private double sum() {
    return sum(fleet);
  }

  private static double sum(FleetSimulation played) {
    return played.agents.stream().mapToDouble(SimulatedAgent::part).sum();
  }
}
