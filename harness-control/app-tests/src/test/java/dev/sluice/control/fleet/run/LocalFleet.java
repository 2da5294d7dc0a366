package dev.sluice.control.fleet.run;

import dev.sluice.control.cli.command.ScenarioVocabulary;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentInfo;
import dev.sluice.control.fleet.protocol.FleetTiming;
import dev.sluice.control.scenario.model.AgentSelection;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.secret.Secrets;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.RunExecution;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.idle.IdleProvider;
import dev.sluice.jms.tracking.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** A controller and agents in this process, with real time and real workers. */
final class LocalFleet implements AutoCloseable {

  private static final String VERSION = "test";

  private final LocalNetwork network = new LocalNetwork();
  private final FleetTiming timing;
  private final Map<String, AgentRun> agents = new ConcurrentHashMap<>();
  private Fleet fleet;
  private String controller;

  LocalFleet(FleetTiming timing) throws Exception {
    this.timing = timing;
    control("controller-1", false);
  }

  /** A controller comes, and leads. */
  private void control(String name, boolean follows) throws Exception {
    LocalNetwork.Member member = network.member(name);
    controller = name;
    fleet = new Fleet(member, member, timing, follows, line -> {});
    member.open(fleet.controller(), timing.tickNanos());
    fleet.awaitLeadership(Duration.ofSeconds(30));
  }

  /** The process of the controller ends at once. */
  void killController() {
    network.kill(controller);
  }

  /** Another controller goes on with the run of one that has died. */
  RunExecution taken(BiConsumer<String, Snapshot> byAgent, List<Sink> sinks) throws Exception {
    control("controller-2", true);
    Optional<TakenOverRun> inherited = fleet.inherit().get(30, TimeUnit.SECONDS);
    return run(inherited.orElseThrow().plan(), inherited, byAgent, sinks);
  }

  /** One more agent comes. */
  void agent(String name, Map<String, String> labels) {
    LocalNetwork.Member member = network.member(name);
    AgentRun work =
        new AgentRun(
            member,
            member,
            new AgentInfo(name, "localhost", VERSION, labels, 1, 1),
            timing,
            new ScenarioVocabulary(new Secrets()),
            variable -> Optional.empty(),
            new Secrets(),
            NanoClock.SYSTEM,
            line -> {});
    agents.put(name, work);
    member.open(work.agent(), timing.tickNanos());
  }

  /** The process of an agent ends at once. */
  void kill(String name) {
    network.kill(name);
    agents.remove(name).close();
  }

  /** A thread of an agent's process dies. */
  void failThread(String agent, Error failure) {
    agents.get(agent).threadFailed(new Thread("some-thread"), failure);
  }

  LocalNetwork network() {
    return network;
  }

  Fleet fleet() {
    return fleet;
  }

  /** The run of a scenario with a provider that does nothing. */
  RunExecution run(String scenarioText, BiConsumer<String, Snapshot> byAgent, List<Sink> sinks) {
    return run(scenarioText, Optional.empty(), byAgent, sinks);
  }

  private RunExecution run(
      String scenarioText,
      Optional<TakenOverRun> inherited,
      BiConsumer<String, Snapshot> byAgent,
      List<Sink> sinks) {
    Secrets secrets = new Secrets();
    Scenario scenario =
        new ScenarioReader(new ScenarioVocabulary(secrets), variable -> Optional.empty(), secrets)
            .read("test", "test.yaml", scenarioText, List.of());
    Map<String, JmsProvider> providers = new LinkedHashMap<>();
    scenario.providers().forEach(each -> providers.put(each.name(), new IdleProvider()));
    RunSpec spec = scenario.runs(providers, () -> Delivery.of(Delivery.Role.ACCOUNT)).get(0);
    List<Sink> all = new ArrayList<>(sinks);
    all.add(
        new Sink() {
          @Override
          public void part(String host, Snapshot snapshot) {
            byAgent.accept(host, snapshot);
          }
        });
    return new FleetRuns(
            fleet, AgentSelection.ALL, new ScenarioVocabulary(secrets), inherited, List::of)
        .run(scenario, 0, spec, line -> {}, all);
  }

  @Override
  public void close() {
    agents.values().forEach(AgentRun::close);
    network.close();
  }
}
