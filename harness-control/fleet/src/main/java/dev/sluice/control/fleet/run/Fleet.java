package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.codec.RecordCodec;
import dev.sluice.control.fleet.protocol.AgentEvents;
import dev.sluice.control.fleet.protocol.AgentView;
import dev.sluice.control.fleet.protocol.Controller;
import dev.sluice.control.fleet.protocol.Controller.TakeOver;
import dev.sluice.control.fleet.protocol.ControllerEvents;
import dev.sluice.control.fleet.protocol.Epoch;
import dev.sluice.control.fleet.protocol.FleetLink;
import dev.sluice.control.fleet.protocol.FleetTiming;
import dev.sluice.control.fleet.protocol.Task;
import dev.sluice.control.scenario.step.StepFailedException;
import dev.sluice.core.run.TargetState;
import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A fleet as the runs of its controller use it, one after another. Changes are issued at once and
 * take effect a little later, at one moment everywhere. Any thread but the protocol's, on which all
 * that is asked of the {@link Controller} is done, and which tells its events.
 */
public class Fleet implements ControllerEvents {

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final NanoClock clock = NanoClock.SYSTEM;
  private final Duration lead;
  private final long clockErrorNanos;
  private final Executor protocol;
  private final Controller controller;
  private final Consumer<String> console;
  private final Map<String, AgentView> agents = new ConcurrentSkipListMap<>();
  private final CompletableFuture<Void> leadership = new CompletableFuture<>();
  private volatile boolean over;

  // the protocol's thread only
  private AgentEvents listener = AgentEvents.UNHEARD;
  private Task task; // null until there is a first one
  private Reached reached; // null until there is a task

  /**
   * What agents keep for a controller that follows, beside the task that they play.
   *
   * @param step the number of the step that is under way, from 0; that of all if there is none
   * @param nanos since when it is, by the controller's clock
   */
  public record Reached(int step, long nanos) {}

  /**
   * @param protocol the thread of the controller
   * @param follows whether it takes over what another controller began
   * @param console is told in single lines what a person should know
   */
  @SuppressWarnings("this-escape") // the controller tells nothing before its link is driven
  public Fleet(
      FleetLink link,
      Executor protocol,
      FleetTiming timing,
      boolean follows,
      Consumer<String> console) {
    this.lead = Duration.ofNanos(timing.leadNanos());
    this.clockErrorNanos = timing.clockErrorNanos();
    this.protocol = protocol;
    this.console = console;
    this.controller = new Controller(link, timing, this, follows);
  }

  /** What the protocol's thread drives. */
  public Controller controller() {
    return controller;
  }

  /**
   * Waits until this controller leads, however long agents have leases of another one.
   *
   * @param patience until it has the fleet's lock
   * @throws ExecutionException if it resigns before
   */
  void awaitLeadership(Duration patience)
      throws ExecutionException, InterruptedException, TimeoutException {
    long endNanos = clock.nanos() + patience.toNanos();
    while (!leadership.isDone() && (clock.nanos() < endNanos || ask(Controller::waits))) {
      clock.sleepUntil(clock.nanos() + LOOK_NANOS);
    }
    leadership.get(0, TimeUnit.NANOSECONDS);
  }

  /** Whether another controller leads, so that nothing more is heard. */
  boolean isOver() {
    return over;
  }

  /** What runs are timed by. */
  NanoClock clock() {
    return clock;
  }

  /** All agents that are known, as they were when they were last heard. */
  public List<AgentView> agents() {
    return List.copyOf(agents.values());
  }

  /** Who is told of agents, as they are and as they change, and of what they tell. */
  void listen(AgentEvents next) {
    order(
        of -> {
          listener = next;
          agents.values().forEach(next::changed);
          of.listen(next);
        });
  }

  /** What the controller before this one began, as agents tell it; empty if nothing. */
  public CompletableFuture<Optional<TakenOverRun>> inherit() {
    CompletableFuture<Optional<TakenOverRun>> result = new CompletableFuture<>();
    protocol.execute(
        () ->
            controller
                .takeOver()
                .ifPresentOrElse(
                    found ->
                        controller.fetch(
                            found.task(),
                            fetched -> result.complete(Optional.of(takeOver(found, fetched)))),
                    () -> result.complete(Optional.empty())));
    return result;
  }

  private TakenOverRun takeOver(TakeOver found, Task fetched) {
    task = fetched;
    Reached there = RecordCodec.PLAIN.decode(Reached.class, found.note());
    reached = new Reached(there.step, there.nanos - found.aheadNanos());
    return new TakenOverRun(
        FleetTask.parse(fetched.plan()),
        fetched.files(),
        found,
        reached.step,
        Duration.ofNanos(clock.nanos() - reached.nanos));
  }

  /** Agents go on with what another controller began; nothing is due after the end. */
  void resume(TakeOver from, Collection<FleetWorkload> workloads, long endNanos) {
    order(
        of -> {
          controller.resume(from, task, endNanos);
          workloads.stream()
              .filter(each -> !from.workloads().containsKey(each.name())) // its agents are silent
              .forEach(each -> controller.workload(each.name(), each.declared()));
          controller.note(RecordCodec.PLAIN.encode(reached));
        });
  }

  /** Gives agents a task; they prepare it. */
  void begin(Task next, Collection<FleetWorkload> workloads) {
    order(
        of -> {
          task = next;
          if (reached == null) {
            keep(0);
          }
          workloads.forEach(each -> controller.workload(each.name(), each.declared()));
          workloads.forEach(
              each ->
                  each.byMember().forEach((member, workers) -> give(each.name(), member, workers)));
        });
  }

  private void keep(int step) {
    reached = new Reached(step, clock.nanos());
    controller.note(RecordCodec.PLAIN.encode(reached));
  }

  /**
   * Begins a step of the scenario; that of the number of all if there is none any more. Not while
   * another controller may lead, because that one plays the step, too.
   *
   * @return whether it has begun
   * @throws StepFailedException if another one leads
   */
  public boolean begins(int step) throws StepFailedException {
    if (over) {
      throw new StepFailedException("another controller leads the fleet, and plays the steps");
    }
    if (!ask(of -> of.leads(clock.nanos()))) {
      return false;
    }
    order(
        of -> {
          if (reached != null) {
            keep(step);
          }
        });
    return true;
  }

  private void give(String workload, String member, int workers) {
    controller.give(member, task);
    controller.workers(workload, member, workers);
  }

  /** An agent is to have so many workers; it is given the task if it has none. */
  void workers(String workload, String member, int workers) {
    order(of -> give(workload, member, workers));
  }

  /**
   * Turns workloads to other targets, all at one moment.
   *
   * @param targets as they are when the fleet is told
   * @param nowNanos a reading of the clock
   */
  void turn(Map<String, Supplier<TargetState>> targets, long nowNanos) {
    order(
        of -> {
          Map<String, TargetState> now = new TreeMap<>();
          targets.forEach((workload, target) -> now.put(workload, target.get()));
          controller.turn(nowNanos, now);
        });
  }

  /** How long it takes for a change to take effect. */
  Duration lead() {
    return lead;
  }

  /** By how much agents that act may have the fleet's time wrong. */
  long clockErrorNanos() {
    return clockErrorNanos;
  }

  /** The task is over; agents forget it. */
  void release() {
    order(of -> playing().forEach(each -> controller.release(each.member())));
  }

  /** Whether all agents that are heard have all that was issued. */
  boolean acknowledged() {
    return ask(
        of ->
            playing()
                .filter(each -> each.condition() == AgentView.Condition.PRESENT)
                .allMatch(AgentView::upToDate));
  }

  /** Those that have a task. */
  private Stream<AgentView> playing() {
    return controller.agents().values().stream().filter(each -> !each.task().isEmpty());
  }

  /** Changes what the controller wants, of which agents are told at once. */
  void order(Consumer<Controller> change) {
    Runnable task =
        () -> {
          change.accept(controller);
          controller.tick(clock.nanos());
        };
    CompletableFuture.runAsync(task, protocol).join();
  }

  /** What the controller answers on its thread. */
  <T> T ask(Function<Controller, T> question) {
    return CompletableFuture.supplyAsync(() -> question.apply(controller), protocol).join();
  }

  @Override
  public void changed(AgentView agent) {
    agents.put(agent.member(), agent);
    listener.changed(agent);
  }

  @Override
  public void departed(AgentView agent) {
    changed(agent);
    listener.departed(agent);
  }

  @Override
  public void noted(String line) {
    console.accept(line);
  }

  @Override
  public void nowLeads() {
    leadership.complete(null);
  }

  @Override
  public void resigned(Epoch by) {
    if (by.equals(controller.epoch())) {
      return; // as it was told to
    }
    String line = "another controller, " + by.issuer() + ", leads the fleet now";
    over = true;
    if (!leadership.completeExceptionally(new IllegalStateException(line))) {
      console.accept(line);
    }
  }
}
