package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.protocol.AgentWork;
import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus;
import dev.sluice.control.fleet.protocol.FleetMessage.Item;
import dev.sluice.control.fleet.protocol.Task;
import dev.sluice.control.scenario.model.Vocabulary;
import dev.sluice.control.secret.Secrets;
import dev.sluice.core.time.NanoClock;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What an agent's process does for its fleet: it plays the task that it is given, as a run that
 * follows, and tells how that goes. Called on the protocol's thread; each task has threads of its
 * own.
 */
public final class AgentRun implements AgentWork {

  /** Takes what is to be told to the controller. Any thread. */
  public interface Reporter {

    /** How far the agent is. */
    void status(AgentStatus status);

    /** Something to keep until the run's end is confirmed. */
    void item(Item.Kind kind, long number, Content content);
  }

  final String agent;
  final Vocabulary vocabulary;
  final Function<String, Optional<String>> environment;
  final Secrets secrets;
  final NanoClock clock;
  final Reporter reporter;
  final Consumer<String> console;

  private volatile AgentPart part; // null without a task; written on the protocol's thread

  /**
   * @param agent the name that people call it by
   * @param vocabulary what can be said in a scenario
   * @param environment the value of an environment variable, if there is one
   * @param secrets receive those of the scenario
   * @param console is told in single lines what the agent does
   */
  public AgentRun(
      String agent,
      Vocabulary vocabulary,
      Function<String, Optional<String>> environment,
      Secrets secrets,
      NanoClock clock,
      Reporter reporter,
      Consumer<String> console) {
    this.agent = agent;
    this.vocabulary = vocabulary;
    this.environment = environment;
    this.secrets = secrets;
    this.clock = clock;
    this.reporter = reporter;
    this.console = console;
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
    reporter.status(AgentStatus.IDLE);
    console.accept("waiting for work");
  }

  @Override
  public void refused(String reason) {
    console.accept("refused by the fleet: " + reason);
  }

  @Override
  public void noted(String line) {
    console.accept(line);
  }

  /** A thread of this process failed, which is told with the figures of what it plays. */
  public void threadFailed(Thread thread, Throwable failure) {
    AgentPart playing = part;
    if (playing != null) {
      playing.threadFailed(thread, failure);
    }
  }

  /** Ends what it plays, because the process ends or something else is to be played. */
  public void close() {
    if (part != null) {
      part.discard();
    }
  }
}
