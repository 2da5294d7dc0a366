package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.protocol.Agent;
import dev.sluice.control.fleet.protocol.AgentWork;
import dev.sluice.control.fleet.protocol.FleetLink;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentInfo;
import dev.sluice.control.fleet.protocol.FleetTiming;
import dev.sluice.control.fleet.protocol.Task;
import dev.sluice.control.scenario.model.Vocabulary;
import dev.sluice.control.secret.Secrets;
import dev.sluice.core.time.NanoClock;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What an agent's process does for its fleet: it plays the task that it is given, as a run that
 * follows, and tells how that goes. Called on the protocol's thread; each task has threads of its
 * own.
 */
public final class AgentRun implements AgentWork {

  final String name;
  final Vocabulary vocabulary;
  final Function<String, Optional<String>> environment;
  final Secrets secrets;
  final NanoClock clock;
  final Consumer<String> console;

  final Executor protocol;
  final Agent agent;

  private volatile AgentPart part; // null without a task; written on the protocol's thread

  /**
   * @param protocol the thread of the agent
   * @param info the agent, as others see it
   * @param vocabulary what can be said in a scenario
   * @param environment the value of an environment variable, if there is one
   * @param secrets receive those of the scenario
   * @param console is told in single lines what the agent does
   */
  public AgentRun(
      FleetLink link,
      Executor protocol,
      AgentInfo info,
      FleetTiming timing,
      Vocabulary vocabulary,
      Function<String, Optional<String>> environment,
      Secrets secrets,
      NanoClock clock,
      Consumer<String> console) {
    this.protocol = protocol;
    this.name = info.name();
    this.vocabulary = vocabulary;
    this.environment = environment;
    this.secrets = secrets;
    this.clock = clock;
    this.console = console;
    this.agent = new Agent(link, info, timing, this);
  }

  /** What the protocol's thread drives. */
  public Agent agent() {
    return agent;
  }

  @Override
  public Part prepare(Task task) {
    close();
    part = new AgentPart(this, task);
    part.start();
    return part;
  }

  /** Its task is over. */
  void forget() {
    close();
    part = null;
    console.accept("waiting for work");
  }

  @Override
  public void noted(String line) {
    console.accept(line);
    playing().ifPresent(each -> each.noted(line));
  }

  /** A thread of this process failed, which is told with the figures of what it plays. */
  public void threadFailed(Thread thread, Throwable failure) {
    playing().ifPresent(each -> each.threadFailed(thread, failure));
  }

  /** A client library warns of something, which is told with the figures of what it plays. */
  public void clientWarned(String warning) {
    playing().ifPresent(each -> each.clientWarned(warning));
  }

  /** Leaves the fleet, and ends what it plays. */
  public void leave() {
    protocol.execute(
        () -> {
          agent.leave();
          close();
        });
  }

  /** Ends what it plays, because the process ends or something else is to be played. */
  public void close() {
    playing().ifPresent(AgentPart::discard);
  }

  private Optional<AgentPart> playing() {
    return Optional.ofNullable(part);
  }
}
