package dev.sluice.control.fleet.run;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.fleet.protocol.AgentEvents;
import dev.sluice.control.fleet.protocol.AgentView;
import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.control.fleet.protocol.Controller;
import dev.sluice.control.fleet.protocol.Controller.TakeOver;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus.Phase;
import dev.sluice.control.fleet.protocol.Task;
import dev.sluice.control.fleet.run.FleetTask.Placement;
import dev.sluice.control.scenario.model.AgentSelection;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.core.bus.EventBus;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.bus.Timeline;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.LiveControl;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import dev.sluice.core.run.RunExecution;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.run.SteeredWorkload;
import dev.sluice.core.run.TargetState;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.text.Figures;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.Signal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run whose workers are on the agents of a fleet: what {@link dev.sluice.core.run.Run} is in one
 * process. {@link #execute} is called once.
 */
final class FleetRun implements RunExecution {

  private static final Logger LOG = LoggerFactory.getLogger(FleetRun.class);

  /** How long the next agent may take to come, and outputs to take what there is to tell. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** A person who waits this long for agents is told what for. */
  private static final Duration UNTOLD = Duration.ofSeconds(3);

  private static final Duration REPORTING_TIMEOUT = Duration.ofSeconds(30);

  /** Agents hear of the start before it comes. */
  private static final Duration START_LEAD = Duration.ofSeconds(1);

  /** How long the last figures of an agent may take that is heard. */
  private static final Duration FINAL_PATIENCE = Duration.ofSeconds(20);

  private static final Duration LOOK = Duration.ofMillis(50);

  /** How long a command waits for agents to confirm it. */
  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(5);

  /** For clocks that are not known yet, as on hosts where many agents have just been started. */
  private static final Duration CLOCK_PATIENCE = Duration.ofSeconds(20);

  /** Agents of a fleet that are found one after the other come within this time. */
  private static final Duration SETTLING = Duration.ofMillis(1_500);

  /** Of a profile; some eight copies of one fit into a message to an agent. */
  private static final int MOST_POINTS = 20_000;

  private final FleetRuns of;
  private final Scenario scenario;
  private final PlanText.Travelling plan;
  private final int set;
  private final RunSpec spec;
  private final Fleet fleet;
  private final NanoClock clock;
  private final InstantSource wallClock = InstantSource.system();
  private final CpuMeter cpuMeter = CpuMeter.ofThisProcess();
  private final EventBus bus;
  private final Timeline timeline;
  private final Signal changes;
  private final FleetStats stats;
  private final Map<String, FleetWorkload> workloads = new LinkedHashMap<>();
  private final Placements placements;
  private final LiveControl control;
  private final AtomicReference<String> stopReason = new AtomicReference<>();

  private volatile RunPhase phase = RunPhase.CONNECTING;
  private volatile boolean given; // whether agents have the task
  private Instant started = Instant.EPOCH; // of the run's own thread
  private long startNanos; // of the run's own thread
  private long cpuNanosBefore; // of the run's own thread
  private Map<String, Double> asked = Map.of(); // iterations; of the run's own thread

  /**
   * The run of a set of workloads of a scenario.
   *
   * @param spec all workloads, with all workers
   * @param tell is told which files travel, in single lines
   * @param sinks learn how the run goes
   */
  FleetRun(
      FleetRuns of,
      Scenario scenario,
      int set,
      RunSpec spec,
      Consumer<String> tell,
      List<Sink> sinks) {
    List<Scenario.WorkloadPlan> named = scenario.workloadSets().get(set);
    named.forEach(each -> requireFewPoints(each, spec));
    this.of = of;
    this.scenario = scenario;
    this.plan = PlanText.of(scenario, named, of.vocabulary(), spec);
    this.set = set;
    if (of.inherited().isEmpty()) {
      plan.notes().forEach(tell);
    }
    Map<String, AgentSelection> selections = new HashMap<>();
    named.forEach(each -> selections.put(each.name(), each.agents().orElse(of.agents())));
    this.spec = spec;
    this.fleet = of.fleet();
    this.clock = fleet.clock();
    this.bus = new EventBus(clock, sinks);
    this.timeline = new Timeline(clock, wallClock, bus);
    this.changes = new Signal(clock);
    this.stats = new FleetStats(spec, timeline, bus, workloads.values(), () -> phase, changes);
    for (WorkloadSpec workload : spec.workloads()) {
      workloads.put(workload.name(), new FleetWorkload(workload, fleet, stats::standing));
    }
    this.placements = new Placements(fleet, workloads.values(), selections);
    this.control =
        new LiveControl(
            spec,
            List.copyOf(workloads.values()),
            stats::latest,
            timeline,
            bus,
            this::stop,
            () -> phase,
            new Reach());
  }

  /** Each change of a workload tells agents its whole profile. */
  private static void requireFewPoints(Scenario.WorkloadPlan workload, RunSpec spec) {
    spec.workloads().stream()
        .filter(each -> each.name().equals(workload.name()))
        .filter(
            each ->
                each.targetState().profile().filter(all -> all.size() > MOST_POINTS).isPresent())
        .findFirst()
        .ifPresent(
            each -> {
              throw workload
                  .section()
                  .problem(
                      "profile",
                      "it has more than %,d points, too many for a fleet".formatted(MOST_POINTS),
                      "give it fewer rows, such as one a minute");
            });
  }

  @Override
  public RunControl control() {
    return control;
  }

  @Override
  public void threadFailed(Thread thread, Throwable failure) {
    timeline.threadFailed(thread, failure);
  }

  @Override
  public void clientWarned(String warning) {
    timeline.add(RunEvent.Kind.CLIENT, "", warning);
  }

  @Override
  public Summary execute() throws StartFailedException, InterruptedException {
    fleet.listen(stats);
    try {
      try {
        if (of.inherited().isPresent()) {
          inherit(of.inherited().get());
        } else {
          place();
          awaitReady();
          awaitClocks();
        }
      } catch (StartFailedException | InterruptedException | RuntimeException e) {
        timeline.notStarted();
        fleet.release();
        throw e;
      }
      if (stopReason.get() == null) {
        if (of.inherited().isEmpty()) {
          begin();
        }
        play();
      }
      end();
      return summary();
    } finally {
      phase = RunPhase.ENDED;
      fleet.listen(AgentEvents.UNHEARD);
      int blocked = bus.close(REPORTING_TIMEOUT);
      if (blocked > 0) {
        LOG.warn("{} outputs were blocked to the end and are incomplete", blocked);
      }
    }
  }

  /** Chooses agents, and gives them the task. */
  private void place() throws StartFailedException, InterruptedException {
    awaitAgents();
    Map<String, Placement> chosen = placements.place();
    String id = scenario.name() + "-" + Long.toString(wallClock.millis(), Character.MAX_RADIX);
    Map<String, Content> files = new LinkedHashMap<>();
    plan.files().forEach((name, bytes) -> files.put(name, Content.of(bytes)));
    files.put(Task.PLAN, FleetTask.of(scenario, set, plan, chosen).content());
    fleet.begin(new Task(id, files), workloads.values());
    given = true;
  }

  /** Waits for enough agents, as long as more come; where all are wanted, until no more do. */
  private void awaitAgents() throws StartFailedException, InterruptedException {
    long tellNanos = clock.nanos() + UNTOLD.toNanos();
    long deadlineNanos = clock.nanos() + PATIENCE.toNanos();
    long settledNanos = clock.nanos();
    int before = 0;
    int most = 0; // an agent that comes and goes does not prolong the wait
    boolean told = false;
    while (stopReason.get() == null) {
      int now = placements.free().size();
      if (now != before) {
        before = now;
        settledNanos = clock.nanos() + SETTLING.toNanos();
      }
      if (now > most) {
        most = now;
        deadlineNanos = clock.nanos() + PATIENCE.toNanos();
      }
      Optional<String> lacking = placements.lacking();
      if (lacking.isEmpty() && (!placements.takeAll() || clock.nanos() >= settledNanos)) {
        return;
      }
      if (lacking.isPresent() && !told && clock.nanos() >= tellNanos) {
        told = true;
        tell("waiting: " + lacking.get());
      }
      if (lacking.isPresent() && clock.nanos() >= deadlineNanos) {
        throw new StartFailedException(lacking.get(), null);
      }
      look();
    }
  }

  private void awaitReady() throws StartFailedException, InterruptedException {
    long silenceNanos = PATIENCE.toNanos();
    long deadlineNanos = clock.nanos() + silenceNanos;
    int upBefore = -1;
    List<AgentStatus> before = List.of();
    while (stopReason.get() == null) {
      List<AgentView> mine = placedAndWell();
      int up = workloads.values().stream().mapToInt(each -> each.status().workersUp()).sum();
      if (up != upBefore) {
        upBefore = up;
        tellUp();
      }
      List<AgentStatus> next = mine.stream().map(AgentView::status).toList();
      if (!next.equals(before)) {
        before = next;
        deadlineNanos = clock.nanos() + silenceNanos;
      }
      if (mine.stream().allMatch(AgentView::canStart)) {
        return;
      }
      if (clock.nanos() > deadlineNanos) {
        throw new StartFailedException(
            "agents are not ready: "
                + mine.stream()
                    .filter(each -> !each.canStart())
                    .map(
                        each ->
                            each.info().name()
                                + " (%s)".formatted(each.state()).toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", ")),
            null);
      }
      look();
    }
  }

  /** An agent whose clock is not known to the end of this begins without a share. */
  private void awaitClocks() throws StartFailedException, InterruptedException {
    long unknown = placements.placed().stream().filter(each -> !each.clockIsKnown()).count();
    if (unknown > 0) {
      tell("waiting for the clocks of %d agents".formatted(unknown));
      changes.await(
          () ->
              stopReason.get() != null
                  || placements.placed().stream()
                      .allMatch(each -> each.clockIsKnown() || each.failed()),
          clock.nanos() + CLOCK_PATIENCE.toNanos());
    }
    List<AgentView> mine = placedAndWell();
    if (stopReason.get() == null && mine.stream().noneMatch(AgentView::clockIsKnown)) {
      throw new StartFailedException(
          "no agent has a share, because their clocks are not known well enough: "
              + Placements.names(mine),
          null);
    }
  }

  private void tellUp() {
    for (FleetWorkload workload : workloads.values()) {
      bus.connecting(workload.name(), workload.status().workersUp(), workload.spec().workers());
    }
  }

  /** The agents that have a part in it; before the start, one that has failed ends the run. */
  private List<AgentView> placedAndWell() throws StartFailedException {
    List<AgentView> mine = placements.placed();
    Optional<AgentView> failed = mine.stream().filter(AgentView::failed).findFirst();
    if (failed.isPresent()) {
      throw new StartFailedException(
          "agent " + failed.get().info().name() + ": " + failed.get().status().content().text(),
          null);
    }
    return mine;
  }

  private void begin() {
    long nanos = clock.nanos() + START_LEAD.toNanos();
    fleet.order(of -> of.startAt(nanos));
    workloads.values().forEach(each -> each.startAt(nanos));
    started(
        nanos,
        spec.warmup().isZero() ? RunPhase.RUNNING : RunPhase.WARMUP,
        "all workers are up on %s, the schedule starts");
  }

  /** Goes on with what another controller began; agents tell all figures again. */
  private void inherit(TakenOverRun from) {
    long beganNanos = from.state().startNanos();
    Map<String, TakeOver.TakenWorkload> told = from.state().workloads();
    workloads.forEach(
        (name, each) ->
            Optional.ofNullable(told.get(name))
                .ifPresentOrElse(each::inherit, () -> each.startAt(beganNanos)));
    given = true;
    fleet.resume(
        from.state(),
        workloads.values(),
        spec.duration().isZero() ? Long.MAX_VALUE : beganNanos + spec.duration().toNanos());
    started(
        beganNanos, RunPhase.RUNNING, "this controller continues the run of another one, on %s");
    tell(
        String.format(
            Locale.ROOT,
            "the run stood still for %.1f s, because it had no controller",
            Math.max(0, clock.nanos() - from.state().pausedNanos()) / NANOS_PER_SECOND));
    stats.miss(from);
  }

  private void started(long nanos, RunPhase now, String text) {
    startNanos = nanos;
    started = wallClock.instant().plusNanos(nanos - clock.nanos());
    stats.expect(placements.placed());
    timeline.start(nanos);
    phase = now;
    if (!spec.duration().isZero()) {
      fleet.order(of -> of.endsAt(nanos + spec.duration().toNanos()));
    }
    timeline.add(RunEvent.Kind.STARTED, "", text.formatted(Placements.names(placements.placed())));
    for (WorkloadSpec each : spec.workloads()) {
      each.profile().ifPresent(told -> timeline.add(RunEvent.Kind.RATE, each.name(), told));
    }
  }

  private void play() throws InterruptedException {
    cpuNanosBefore = cpuMeter.cpuNanos();
    boolean warm = spec.warmup().isZero();
    // ordered a little before, so that it takes effect in time
    long endNanos =
        spec.duration().isZero()
            ? NanoClock.NEVER
            : startNanos + spec.duration().toNanos() - fleet.lead().toNanos();
    while (stopReason.get() == null) {
      changes.await(
          () -> stopReason.get() != null, Math.min(endNanos, clock.nanos() + LOOK.toNanos()));
      long sinceStart = timeline.sinceStartNanos();
      if (!warm && sinceStart >= spec.warmup().toNanos()) {
        warm = true;
        phase = RunPhase.RUNNING;
        timeline.add(RunEvent.Kind.WARMUP_ENDED, "", "the warm-up has ended");
      }
      if (clock.nanos() >= endNanos) {
        stop("the duration has passed");
      }
      stats.publish();
      stats.newlyBroken().forEach(each -> fleet.order(of -> of.release(each)));
      placements.free().forEach(this::replace);
      if (fleet.isOver()) {
        stop("another controller leads the fleet");
      }
      stopIfNobodyIsLeft();
    }
  }

  /** An agent whose workers have all ended may be given more work; without any left, it is over. */
  private void stopIfNobodyIsLeft() {
    if (placements.placed().stream()
        .allMatch(
            each ->
                each.isGone()
                    || each.failed()
                    || each.status().phase() == Phase.ENDED
                    || stats.isBroken(each.member()))) {
      stop("no agent is left");
    } else if (stats.workersHaveEnded()) {
      stop("all workers have ended");
    }
  }

  private void end() throws InterruptedException {
    phase = RunPhase.STOPPING;
    timeline.add(RunEvent.Kind.STOPPING, "", "stopping: " + stopReason.get());
    long nowNanos = clock.nanos();
    long heldNanos = nowNanos + fleet.lead().toNanos();
    Map<String, Supplier<TargetState>> held = new LinkedHashMap<>();
    workloads.values().stream()
        .filter(each -> !each.target().isUnlimited() && each.spec().drain().isZero())
        .forEach(each -> held.put(each.name(), () -> each.declared().paused(true, heldNanos)));
    fleet.turn(held, nowNanos);
    fleet.order(of -> of.measureUntil(heldNanos));
    clock.sleepUntil(heldNanos + fleet.clockErrorNanos());
    asked = fleet.ask(of -> of.asked(clock.nanos()));
    fleet.order(Controller::stop);
    long deadlineNanos =
        clock.nanos() + 2 * spec.stopTimeout().toNanos() + FINAL_PATIENCE.toNanos();
    while (!stats.allTold() && !fleet.isOver() && clock.nanos() < deadlineNanos) {
      changes.await(stats::allTold, clock.nanos() + LOOK.toNanos());
      stats.publish();
    }
    stats.publishRest();
    tellCost();
    stats.close();
    fleet.release();
  }

  /** What the fleet costs here; people plan larger ones by it. */
  private void tellCost() {
    stats
        .latest()
        .ifPresent(
            latest ->
                tell(
                    String.format(
                        Locale.ROOT,
                        "this controller used %.1f ms of processor time per interval of %s,"
                            + " for %d agents",
                        (cpuMeter.cpuNanos() - cpuNanosBefore) / 1e6 / latest.number(),
                        Figures.time(spec.interval()),
                        stats.agents())));
  }

  private Summary summary() {
    bus.overflows().forEach(each -> timeline.add(RunEvent.Kind.OVERFLOW, "", each.text()));
    Summary summary = stats.summary(started, stopReason.get(), asked, bus.overflows());
    bus.summary(summary);
    return summary;
  }

  private void stop(String reason) {
    stopReason.compareAndSet(null, reason);
    changes.raise();
  }

  /** Waits a little, or until the run is stopped. */
  private void look() throws InterruptedException {
    changes.await(() -> stopReason.get() != null, clock.nanos() + LOOK.toNanos());
  }

  private void tell(String text) {
    timeline.add(RunEvent.Kind.AGENT, "", text);
  }

  /** A free agent takes the workers of one that is gone. */
  private void replace(AgentView agent) {
    if (!stats.knows(agent.member()) && placements.replace(agent)) {
      stats.joined(agent);
      tell("agent " + agent.info().name() + " takes the place of one that is gone");
    }
  }

  /** Commands are answered when all agents that are heard have what was commanded. Any thread. */
  private final class Reach implements LiveControl.Actuator {

    @Override
    public void requireBegun() throws RunControlException {
      int missing = placements.missing();
      if (!given) { // there are no agents yet to change it on
        throw new RunControlException(
            "the run has not begun; it waits for "
                + (missing == 0 ? "its agents" : missing == 1 ? "1 agent" : missing + " agents"));
      }
    }

    @Override
    public void turn(
        List<? extends SteeredWorkload> chosen,
        Function<SteeredWorkload, SteeredWorkload.Turn> turns,
        long nowNanos) {
      Map<String, Supplier<TargetState>> targets = new LinkedHashMap<>();
      for (SteeredWorkload each : chosen) {
        targets.put(each.name(), ((FleetWorkload) each).change(turns.apply(each), nowNanos));
      }
      fleet.turn(targets, nowNanos);
    }

    @Override
    public void awaitKnown() throws RunControlException, InterruptedException {
      if (!changes.await(fleet::acknowledged, clock.nanos() + COMMAND_TIMEOUT.toNanos())) {
        throw new RunControlException(
            "commanded, but not every agent has confirmed it within "
                + COMMAND_TIMEOUT.toSeconds()
                + " s; it takes effect there when they answer");
      }
    }
  }
}
