package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.codec.RecordCodec;
import dev.sluice.control.fleet.protocol.AgentEvents;
import dev.sluice.control.fleet.protocol.AgentView;
import dev.sluice.control.fleet.protocol.Controller;
import dev.sluice.control.fleet.protocol.Controller.TakeOver;
import dev.sluice.control.fleet.protocol.ControllerEvents;
import dev.sluice.control.fleet.protocol.Epoch;
import dev.sluice.control.fleet.protocol.FleetLink;
import dev.sluice.control.fleet.protocol.FleetMessage.Item;
import dev.sluice.control.fleet.protocol.FleetTiming;
import dev.sluice.control.fleet.protocol.Task;
import dev.sluice.core.run.TargetState;
import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The fleet of a {@link Controller}: its events come on the protocol's thread, on which all that is
 * asked of it is done too.
 */
public final class ControlledFleet implements Fleet, ControllerEvents {

  private static final Duration LOOK = Duration.ofMillis(10);

  private final NanoClock clock = NanoClock.SYSTEM;
  private final Duration lead;
  private final Executor protocol;
  private final Controller controller;
  private final Consumer<String> console;
  private final Map<String, AgentView> agents = new ConcurrentSkipListMap<>();
  private final CompletableFuture<Void> leadership = new CompletableFuture<>();

  // the protocol's thread only
  private AgentEvents listener; // null until there is a first one
  private final List<Consumer<AgentEvents>> untold = new ArrayList<>();
  private Task task;
  private RunNote note; // null until there is a task
  private final Set<String> given = new TreeSet<>();

  /**
   * @param protocol the thread of the controller
   * @param follows whether it takes over what another controller began
   * @param console is told in single lines what a person should know
   */
  public ControlledFleet(
      FleetLink link,
      Executor protocol,
      String version,
      FleetTiming timing,
      boolean follows,
      Consumer<String> console) {
    this.lead = Duration.ofNanos(timing.leadNanos());
    this.protocol = protocol;
    this.console = console;
    this.controller = new Controller(link, version, timing, this, follows);
  }

  /** What the protocol's thread drives. */
  public Controller controller() {
    return controller;
  }

  /** Completed when agents obey; exceptionally if they obey another controller. */
  public CompletableFuture<Void> leadership() {
    return leadership;
  }

  @Override
  public NanoClock clock() {
    return clock;
  }

  @Override
  public List<AgentView> agents() {
    return List.copyOf(agents.values());
  }

  @Override
  public void listen(AgentEvents next) {
    run(
        () -> {
          listener = next;
          untold.forEach(each -> each.accept(next));
          untold.clear();
        });
  }

  /** What agents tell before anybody listens is told when somebody does. */
  private void tell(Consumer<AgentEvents> news) {
    if (listener == null) {
      untold.add(news);
    } else {
      news.accept(listener);
    }
  }

  /** What the controller before this one began, as agents tell it; empty if nothing. */
  public CompletableFuture<Optional<TakenOverRun>> inherit() {
    CompletableFuture<Optional<TakenOverRun>> result = new CompletableFuture<>();
    protocol.execute(
        () ->
            controller
                .takeOver()
                .ifPresentOrElse(
                    found -> inherit(found, result), () -> result.complete(Optional.empty())));
    return result;
  }

  private void inherit(TakeOver found, CompletableFuture<Optional<TakenOverRun>> result) {
    note = RecordCodec.PLAIN.decode(RunNote.class, found.note());
    controller.agents().values().stream()
        .filter(each -> each.task().equals(found.task()))
        .forEach(each -> given.add(each.member()));
    controller.fetch(
        found.task(),
        fetched -> {
          task = fetched;
          long inStepNanos = controller.fleetNanos(clock.nanos()) - note.stepNanos();
          result.complete(
              Optional.of(new TakenOverRun(note, fetched, found, Duration.ofNanos(inStepNanos))));
        });
  }

  @Override
  public void begin(Task next, List<Orders> workloads, RunNote kept) {
    order(
        () -> {
          task = next;
          int step = note == null ? 0 : note.step();
          long stepNanos = note == null ? controller.fleetNanos(clock.nanos()) : note.stepNanos();
          keep(kept.at(step, stepNanos));
          given.clear();
          for (Orders each : workloads) {
            controller.workload(each.workload(), each.target());
          }
          for (Orders each : workloads) {
            each.workers().forEach((member, workers) -> give(each.workload(), member, workers));
          }
        });
  }

  private void keep(RunNote next) {
    note = next;
    controller.note(RecordCodec.PLAIN.encode(note));
  }

  @Override
  public void reached(int step) {
    order(
        () -> {
          if (note != null) {
            keep(note.at(step, controller.fleetNanos(clock.nanos())));
          }
        });
  }

  private void give(String workload, String member, int workers) {
    if (given.add(member)) {
      controller.give(member, task);
    }
    controller.workers(workload, member, workers);
  }

  @Override
  public void startAt(long nanos) {
    order(() -> controller.startAt(controller.fleetNanos(nanos)));
  }

  @Override
  public void workers(String workload, String member, int workers) {
    order(() -> give(workload, member, workers));
  }

  @Override
  public void turn(Map<String, Supplier<TargetState>> targets, long nowNanos) {
    order(
        () -> {
          Map<String, TargetState> now = new TreeMap<>();
          targets.forEach((workload, target) -> now.put(workload, target.get()));
          controller.turn(nowNanos, now);
        });
  }

  @Override
  public long hold(List<String> workloads) {
    return call(
        () -> {
          long nowNanos = clock.nanos();
          long soonNanos = controller.soonNanos(nowNanos);
          Map<String, TargetState> held = new TreeMap<>();
          workloads.forEach(
              each -> held.put(each, controller.target(each).paused(true, soonNanos)));
          controller.turn(nowNanos, held);
          return controller.localNanos(soonNanos);
        });
  }

  @Override
  public Map<String, Double> unassigned() {
    return call(() -> controller.unassigned(clock.nanos()));
  }

  @Override
  public Duration lead() {
    return lead;
  }

  @Override
  public void stop() {
    order(controller::stop);
  }

  @Override
  public void release() {
    order(
        () -> {
          given.forEach(controller::release);
          given.clear();
        });
  }

  @Override
  public boolean awaitAcknowledged(Duration timeout) throws InterruptedException {
    long deadlineNanos = clock.nanos() + timeout.toNanos();
    while (!call(this::acknowledged)) {
      if (clock.nanos() > deadlineNanos) {
        return false;
      }
      clock.sleepUntil(clock.nanos() + LOOK.toNanos());
    }
    return true;
  }

  private boolean acknowledged() {
    Map<String, AgentView> now = controller.agents();
    return given.stream()
        .map(now::get)
        .filter(each -> each != null && each.condition() == AgentView.Condition.PRESENT)
        .allMatch(AgentView::upToDate);
  }

  /** Has something done on the protocol's thread, and agents told of it at once. */
  private void order(Runnable orders) {
    run(
        () -> {
          orders.run();
          controller.tick(clock.nanos());
        });
  }

  /** Issues nothing any more. */
  void resign() {
    run(controller::resign);
  }

  private void run(Runnable task) {
    CompletableFuture.runAsync(task, protocol).join();
  }

  private <T> T call(Supplier<T> question) {
    return CompletableFuture.supplyAsync(question, protocol).join();
  }

  @Override
  public void changed(AgentView agent) {
    agents.put(agent.member(), agent);
    tell(to -> to.changed(agent));
  }

  @Override
  public void item(AgentView agent, Item item) {
    tell(to -> to.item(agent, item));
  }

  @Override
  public void departed(AgentView agent, Map<String, Double> iterations) {
    changed(agent);
    tell(to -> to.departed(agent, iterations));
  }

  @Override
  public void refused(String member, String reason) {
    console.accept("refused " + member + ": " + reason);
  }

  @Override
  public void nowLeads() {
    leadership.complete(null);
  }

  @Override
  public void waits(String reason) {
    console.accept(reason);
  }

  @Override
  public void resigned(Epoch by) {
    if (by.equals(controller.epoch())) {
      return; // as it was told to
    }
    String line = "another controller, " + by.issuer() + ", leads the fleet now";
    if (!leadership.completeExceptionally(new IllegalStateException(line))) {
      console.accept(line);
    }
  }
}
